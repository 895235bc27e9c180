// Opens a page that sfumato wrote in Chromium and says what is wrong with it: errors, requests, charts
// that do not show, text outside its chart or over other text, pages that scroll sideways.
// look.mjs PAGE.html [--screenshot OUT.png] [--dark] [--print OUT.pdf] [--width N]
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const usage = 'usage: look.mjs PAGE.html [--screenshot OUT.png] [--dark] [--print OUT.pdf] [--width N]';
const widthsChecked = [1280, 390];
const chromiumPath = '/usr/bin/chromium';
const patience = 100_000;  // milliseconds

function stop(message) {
  console.error(message);
  process.exit(1);
}

function parseArguments(given) {
  const options = { width: 1280 };
  const rest = [...given];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '--dark') options.dark = true;
    else if (['--screenshot', '--print', '--width'].includes(word) && rest.length > 0) options[word.slice(2)] = rest.shift();
    else if (!word.startsWith('--') && options.page === undefined) options.page = word;
    else stop(usage);
  }
  options.width = Number(options.width);
  if (options.page === undefined || !(options.width > 0)) stop(usage);
  if (!existsSync(options.page)) stop(`look: there is no ${options.page}`);
  return options;
}

async function browserDriver() {
  try {
    return (await import('playwright-core')).chromium;
  } catch {
    return stop('look: playwright-core is missing; run scripts/setup');
  }
}

// Runs inside the page. Half a pixel of rounding is not a fault.
function faultsInPage() {
  const faults = [];
  const slack = 1.5;
  const nameOf = (svg) => `chart "${svg.querySelector(':scope > title')?.textContent ?? '?'}"`;
  for (const state of ['closed', 'open']) {
    for (const each of document.querySelectorAll('details')) each.open = state === 'open';
    const width = document.documentElement.scrollWidth;
    if (width > window.innerWidth) faults.push(`the page is ${width} pixels wide, with details ${state}`);
  }
  for (const each of document.querySelectorAll('details')) each.open = false;
  if (!document.title.trim()) faults.push('the page has no title');
  if (!document.documentElement.lang) faults.push('the page has no language');
  for (const image of document.querySelectorAll('img:not([alt])')) faults.push(`an image without alt: ${image.src}`);
  for (const script of document.querySelectorAll('script')) faults.push(`a script: ${script.textContent.slice(0, 40)}`);
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    if (!document.getElementById(link.hash.slice(1))) faults.push(`a link to nowhere: ${link.hash}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((each) => each.id);
  for (const id of new Set(ids.filter((each, at) => ids.indexOf(each) !== at))) faults.push(`the id ${id} is there twice`);

  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack + 1.5;
  for (const svg of document.querySelectorAll('svg')) {
    const name = nameOf(svg);
    const box = svg.getBoundingClientRect();
    if (svg.getAttribute('role') !== 'img') faults.push(`${name} has no role`);
    if (!svg.querySelector(':scope > title')?.textContent.trim()) faults.push(`${name} has no title`);
    if (!svg.querySelector(':scope > desc')?.textContent.trim()) faults.push(`${name} has no text alternative`);
    const sized = svg.closest('.for-wide, .for-narrow');
    if (sized && !sized.checkVisibility()) {
      const other = sized.classList.contains('for-wide') ? '.for-narrow' : '.for-wide';
      if (!sized.parentElement.querySelector(other)?.checkVisibility()) faults.push(`${name} does not show`);
      continue;
    }
    if (!svg.checkVisibility() || box.width < 50 || box.height < 20) faults.push(`${name} does not show`);
    if (/NaN|[Ii]nf/.test(svg.outerHTML.replace(/<(title|desc|text)[^>]*>[^<]*/g, ''))) faults.push(`${name} has a coordinate that is not a number`);
    const texts = [...svg.querySelectorAll('text')].filter((each) => each.textContent.trim());
    const boxes = texts.map((each) => each.getBoundingClientRect());
    texts.forEach((text, at) => {
      const own = boxes[at];
      if (own.left < box.left - slack || own.right > box.right + slack || own.top < box.top - slack || own.bottom > box.bottom + slack) {
        faults.push(`${name}: "${text.textContent}" leaves the chart`);
      }
      if (text.hasAttribute('transform')) return;  // the box of slanted text is larger than the text
      for (let other = at + 1; other < texts.length; ++other) {
        if (!texts[other].hasAttribute('transform') && overlap(own, boxes[other])) {
          faults.push(`${name}: "${text.textContent}" lies over "${texts[other].textContent}"`);
        }
      }
    });
  }
  return faults;
}

async function look(options) {
  const chromium = await browserDriver();
  if (!existsSync(chromiumPath)) stop('look: chromium is missing; run scripts/setup');
  const address = pathToFileURL(resolve(options.page)).href;
  const faults = new Set();
  // Inside containers Chromium runs as root, which its sandbox does not allow; the page is our own.
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'], timeout: patience });
  try {
    const page = await browser.newPage({ colorScheme: options.dark ? 'dark' : 'light' });
    page.setDefaultTimeout(patience);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.add(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.add(`page: ${error.message}`));
    page.on('request', (request) => {
      if (request.url() !== address) faults.add(`request: ${request.url()}`);
    });
    let charts = 0;
    for (const width of widthsChecked) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      for (const fault of await page.evaluate(faultsInPage)) faults.add(`at width ${width}: ${fault}`);
      charts = await page.locator('svg[role=img]').count();
    }
    await page.setViewportSize({ width: options.width, height: 900 });
    if (options.screenshot) await page.screenshot({ path: options.screenshot, fullPage: true });
    if (options.print) await page.pdf({ path: options.print, preferCSSPageSize: true, printBackground: false });
    return { faults: [...faults], charts };
  } finally {
    await browser.close();
  }
}

const options = parseArguments(process.argv.slice(2));
const { faults, charts } = await look(options);
if (faults.length > 0) stop(`look: ${options.page}:\n  ${faults.join('\n  ')}`);
console.log(`look: ${options.page} is well, with ${charts} charts at widths ${widthsChecked.join(' and ')}`);
