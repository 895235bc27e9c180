// Style sheets as text. Neither '<' nor '&' may occur, so that the page stays well-formed XML.
#include "report/html_style.hpp"

namespace sfumato::report {

std::string_view chart_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --surface: #ffffff; --ink: #1c232b; --ink-soft: #55616e; --rule: #d5dbe1; --grid: #e8ecf0; --tint: #f4f6f8;
  --series-1: #0072b2; --series-2: #d55e00; --series-3: #009e73; --series-4: #cc79a7; --series-5: #e69f00;
  --series-6: #56b4e9; --series-7: #1c232b;
  --frontier: #c9d0d7; --before: #bcc5ce; --bar: #b3bdc7;
  --heat-high: #b8480a; --heat-low: #0a5c9e; --heat-turned: #ffffff; --heat-half-turned: #1c232b;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --surface: #14181d; --ink: #e8ebee; --ink-soft: #a3adb8; --rule: #39424c; --grid: #272e36; --tint: #1c2229;
    --series-1: #56b4e9; --series-2: #e2691a; --series-3: #0bb083; --series-4: #d98bb7; --series-5: #e69f00;
    --series-6: #f0e442; --series-7: #e8ebee;
    --frontier: #4a5561; --before: #4c5763; --bar: #56626e;
    --heat-high: #f39a4b; --heat-low: #5cb3ee; --heat-turned: #10141a; --heat-half-turned: #10141a;
  }
}
.chart { display: block; height: auto; max-width: 100%; font: 12px/1 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow: visible; }
.chart text { fill: var(--ink); font-variant-numeric: tabular-nums; }
.chart .tick { fill: var(--ink-soft); }
.chart .axis { fill: var(--ink-soft); font-weight: 600; }
.chart .strong { font-weight: 700; }
.chart .small { font-size: 11px; }
.chart .direct { paint-order: stroke; stroke: var(--surface); stroke-width: 3px; stroke-linejoin: round; pointer-events: none; }
.chart .grid { stroke: var(--grid); }
.chart .zero { stroke: var(--ink-soft); }
.chart .reference { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 6 4; }
.chart .band { fill: var(--series-3); fill-opacity: .16; }
.chart .s1 { color: var(--series-1); }
.chart .s2 { color: var(--series-2); }
.chart .s3 { color: var(--series-3); }
.chart .s4 { color: var(--series-4); }
.chart .s5 { color: var(--series-5); }
.chart .s6 { color: var(--series-6); }
.chart .s7 { color: var(--series-7); }
.chart .series { fill: currentColor; stroke: none; transition: opacity .1s; }
.chart .series .line { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; }
.chart .d1 .line { stroke-dasharray: 8 3; }
.chart .d2 .line { stroke-dasharray: 2 3; }
.chart .d3 .line { stroke-dasharray: 9 3 2 3; }
.chart .winner .line { stroke-width: 3.6; }
.chart .backdrop { color: var(--frontier); }
.chart .backdrop .line { stroke-width: 9; stroke-linecap: round; }
.chart .arms { fill: none; stroke: currentColor; stroke-width: 2; }
.chart .ring { fill: var(--surface); stroke: currentColor; stroke-width: 1.8; }
.chart .whisker { stroke: currentColor; stroke-width: 1.2; opacity: .65; }
.chart .hit { fill: transparent; stroke: none; }
.chart .point:hover .hit { fill: currentColor; fill-opacity: .22; }
.chart:has(.series:hover) .series:not(:hover) { opacity: .18; }
.chart .before { fill: var(--before); }
.chart .after { fill: none; stroke: var(--series-2); stroke-width: 2; stroke-linejoin: round; }
.chart .bin:hover .hit { fill: var(--ink); fill-opacity: .06; }
.chart .high { fill: var(--heat-high); }
.chart .low { fill: var(--heat-low); }
.chart .none { fill: none; stroke: var(--rule); stroke-dasharray: 2 2; }
.chart .turned { fill: var(--heat-turned); }
.chart .half-turned { fill: var(--heat-half-turned); }
.chart .cell:hover rect { stroke: var(--ink); stroke-width: 1.5; }
.chart .chosen { fill: var(--series-1); }
.chart .other { fill: var(--bar); }
.chart .bar { color: var(--ink); }
.chart .bar:hover rect { opacity: .8; }
)css";
}

std::string_view page_style() {
  return R"css(
:root {
  --link: #0b5a8f; --warning: #a34700; --warning-tint: #fff6ec;
}
@media screen and (prefers-color-scheme: dark) {
  :root { --link: #7cc4f2; --warning: #f0a860; --warning-tint: #2a2017; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--surface); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1, h3, h4, h5, h6, p, ul, ol, dl, .warnings, nav { max-width: 75ch; }
h1, h2, h3, h4, h5, h6, p, li, dt, dd, th, td { unicode-bidi: plaintext; overflow-wrap: anywhere; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.01em; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.375rem; line-height: 1.3; margin: 3rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1.0625rem; line-height: 1.35; margin: 2rem 0 .5rem; }
h4, h5, h6 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: 0 0 1rem; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
code { background: var(--tint); padding: .1em .3em; border-radius: .2em; }
pre { background: var(--tint); border: 1px solid var(--rule); border-radius: .375rem; padding: .85rem 1rem; margin: 0 0 1.25rem; overflow-x: auto; line-height: 1.5; }
.subtitle { color: var(--ink-soft); font-size: 1.0625rem; margin: 0 0 1.5rem; }
.warnings { border: 1px solid var(--warning); border-left-width: .375rem; border-radius: .25rem; background: var(--warning-tint); padding: .9rem 1.15rem; margin: 1.5rem 0; }
.warnings p { color: var(--warning); font-weight: 700; margin: 0 0 .25rem; }
.warnings code { background: none; padding: 0; }
.warnings ul { margin: 0; padding-left: 1.15rem; }
nav { margin: 1.75rem 0 0; font-size: .9375rem; }
nav p { font-weight: 700; margin: 0 0 .25rem; }
nav ol { margin: 0; padding-left: 1.4rem; columns: 18rem 2; column-gap: 2rem; }
nav li { break-inside: avoid; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: .35rem 1.5rem; margin: 0 0 1.25rem; }
dt { color: var(--ink-soft); max-width: 18rem; }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.table-box { overflow-x: auto; margin: 0 0 1.5rem; }
.table-box { /* a shade at the side where there is more to scroll to */
  background: linear-gradient(to right, var(--surface) 40%, transparent) left / 3rem 100% local no-repeat,
    linear-gradient(to left, var(--surface) 40%, transparent) right / 3rem 100% local no-repeat,
    linear-gradient(to right, var(--rule), transparent) left / .75rem 100% scroll no-repeat,
    linear-gradient(to left, var(--rule), transparent) right / .75rem 100% scroll no-repeat; }
table { border-collapse: collapse; font-size: .9375rem; line-height: 1.45; min-width: min(100%, 24rem); border-bottom: 1px solid var(--rule); }
th, td { text-align: left; vertical-align: top; padding: .45rem 1.25rem .45rem 0; overflow-wrap: break-word; max-width: 34rem; }
th:last-child, td:last-child { padding-right: .25rem; }
thead th { color: var(--ink-soft); font-weight: 600; border-bottom: 1.5px solid var(--ink-soft); vertical-align: bottom; }
tbody th { font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid var(--grid); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.number { white-space: normal; }
.sentence { min-width: 15rem; overflow-wrap: anywhere; }
figure { margin: 2rem 0 2.5rem; }
h2 + figure, h3 + figure { margin-top: 1.25rem; }
.figure-title { font-weight: 700; margin: 0 0 .75rem; }
.for-narrow { display: none; }
.multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1.5rem; margin: 1.5rem 0 2rem; align-items: start; }
.multiples figure { margin: 0; min-width: 0; }
.multiples .figure-title { margin-bottom: .5rem; }
.multiples figcaption { font-size: .875rem; margin-top: .25rem; }
figcaption { color: var(--ink-soft); font-size: .9375rem; margin-top: .75rem; }
figcaption p { margin: 0 0 .5rem; }
summary { cursor: pointer; color: var(--link); width: max-content; max-width: 100%; }
details .table-box { max-height: 24rem; overflow-y: auto; margin-top: .75rem; }
details table { font-size: .875rem; color: var(--ink); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.signature { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 0 2.5rem; margin: 2rem 0; max-width: 48rem; break-inside: avoid; }
.signature p { border-top: 1px solid var(--ink); margin: 4rem 0 0; padding-top: .35rem; font-size: .875rem; color: var(--ink-soft); }
@media (max-width: 40rem) {
  main { padding: 1.75rem 1rem 3rem; }
  h1 { font-size: 1.625rem; }
  h2 { margin-top: 2.25rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dt { margin-top: .6rem; font-size: .875rem; }
  .for-wide { display: none; }
  .for-narrow { display: block; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  th, td { padding-right: .75rem; overflow-wrap: anywhere; }
  .number { white-space: normal; }
}
@media screen and (max-width: 40rem) {
  .listed, .listed tbody, .listed tr, .listed th, .listed td { display: block; }
  .listed thead { display: none; }
  .listed tbody tr { padding: .5rem 0; }
  .listed tbody tr + tr { border-top: 1px solid var(--rule); }
  .listed tbody tr > * { border: 0; padding: .1rem 0; text-align: left; max-width: none; min-width: 0; }
  .listed tbody th { font-weight: 700; }
  .listed td { display: grid; grid-template-columns: 38% minmax(0, 1fr); gap: .75rem; }
  .listed td::before { content: attr(data-title); color: var(--ink-soft); font-size: .875rem; }
}
@media print {
  @page { size: A4; margin: 20mm 18mm 22mm; }
  html { font-size: 10.5pt; scroll-behavior: auto; }
  body { line-height: 1.45; }
  main { max-width: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  h1, h2, h3, h4, h5, h6, .figure-title, h2 + p, h3 + p { break-after: avoid; }
  h2, h3, h4, h5, h6 { break-inside: avoid; }
  h2 { margin-top: 2rem; max-width: none; }
  p, li { orphans: 3; widows: 3; }
  figure, tr, dt, dd, pre, .warnings, .signature, .keep { break-inside: avoid; }
  .for-narrow { display: none; }
  .for-wide { display: block; }
  .multiples { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  thead { display: table-header-group; }
  /* What is wider than the paper would make the browser shrink all pages. */
  table { font-size: 8.5pt; min-width: 50%; max-width: 100%; }
  th, td { padding-right: .75rem; }
  .sentence { min-width: 9rem; }
  th.number { white-space: normal; overflow-wrap: break-word; }
  .table-box, pre { overflow: visible; background: none; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .chart { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .warnings { background: none; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details:not([open]) { display: none; }
  summary { color: inherit; }
}
)css";
}

}  // namespace sfumato::report
