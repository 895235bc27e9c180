// What a published table of the population adds to the risk: with a file of the folder as the population, matches are
// counted instead of estimated. The numbers stand beside those of the file alone.
import { html } from '../preact.js';
import { count, percent } from '../numbers.js';
import { useAnswer } from '../state/jobs.js';
import { original, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { Explain } from '../parts/explain.js';
import { FaultNotice, Working } from '../parts/notice.js';

const measures = ['uniqueness', 'reidentification'];

/** @param {import('../frame/frame.js').World} world
 * @param {string[]} keys
 * @param {string} population a file, or '' */
function request({ project, inspected }, keys, population) {
  return {
    job: 'measure', measures, keys, set: ['reidentification.attacker=journalist', ...(population ? measures.map((measure) => `${measure}.population=population`) : [])],
    inputs: { original: original(project), ...(population ? { population: { file: population } } : {}) }, schema: { original: schemaOf(project, inspected) },
  };
}

/** A share of 0 to 1 as text.
 * @param {number | null | undefined} value */
const share = (value) => (typeof value === 'number' ? percent(100 * value) : '–');

/** @param {{alone: any, known: any, file: string, registry: Registry}} props results of measure */
function Added({ alone, known, file, registry }) {
  const before = alone?.reidentification?.details;
  const after = known.reidentification?.details;
  const counted = known.uniqueness?.details?.counted;
  const outnumbered = known.uniqueness?.details?.outnumbered_records ?? 0;
  /** @param {string} name */
  const entry = (name) => registry.measures.find((measure) => measure.name === name);
  const rows = /** @type {[string, string, string, string][]} */ ([
    [text.population.average, 'reidentification', percent(before?.journalist?.average), percent(after?.journalist?.average)],
    [text.population.highest, 'reidentification', percent(before?.journalist?.highest), percent(after?.journalist?.highest)],
    [fill(text.population.above, { threshold: share(known.reidentification?.parameters?.threshold) }), 'reidentification', percent(before?.journalist?.above), percent(after?.journalist?.above)],
    [text.population.alone, 'uniqueness', '–', share(counted?.given_sample_unique)],
    [text.population.right, 'uniqueness', '–', share(counted?.correct_given_unique)]]);
  return html`<p class="lead">${known.uniqueness?.reading}.</p><div class="table-box" tabindex="0" role="region" aria-label=${text.population.title}><table class="data"><caption class="hidden">${text.population.title}</caption>
    <thead><tr><td></td><th scope="col" class="number">${text.population.without}</th><th scope="col" class="number">${fill(text.population.with, { file })}</th></tr></thead>
    <tbody>${rows.map(([name, measure, one, other]) => html`<tr><th scope="row">${name}</th><td class="number">${one}</td><td class="number"><${Explain} entry=${entry(measure)} reading=${known[measure]?.reading}>${other}</${Explain}></td></tr>`)}</tbody></table></div>
    ${outnumbered > 0 ? html`<p class="notice mind">${fill(text.population.outnumbered, { n: count(outnumbered) })}</p>` : null}`;
}

/** @param {{world: import('../frame/frame.js').World, keys: string[]}} props */
export function Population({ world, keys }) {
  const { project, files, registry } = world;
  const others = files.filter((file) => file.kind === 'data' && file.name !== project.file).map((file) => file.name);
  const chosen = others.includes(project.population ?? '') ? project.population ?? '' : '';
  const wanted = chosen && keys.length > 0;
  const alone = useAnswer(wanted ? request(world, keys, '') : null);
  const known = useAnswer(wanted ? request(world, keys, chosen) : null);
  return html`<section><h2>${text.population.title}</h2><p>${text.population.intro}</p>
    ${others.length === 0 ? html`<p class="soft">${text.population.none}</p>` : html`<label>${text.population.choose} <select value=${chosen} onChange=${(/** @type {any} */ event) => store.change(text.population.choose, { population: event.target.value || null })}><option value="">${text.form.none}</option>${others.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>`}
    <${Working} answer=${known} what=${text.population.counting} /><${FaultNotice} fault=${known.error} />
    ${wanted && known.result && !known.error ? html`<div aria-busy=${known.stale}><${Added} alone=${alone.result?.measures} known=${known.result.measures} file=${chosen} registry=${registry} /></div>` : null}</section>`;
}
