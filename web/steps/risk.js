// Step 3: how easily people are found in the file as it is. The user says what an intruder may know; every number
// follows, and the riskiest records are listed with the reason in words.
import { html, useMemo } from '../preact.js';
import { count, number, percent } from '../numbers.js';
import { useAnswer } from '../state/jobs.js';
import { columnsWithRole, original, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { Bars } from '../parts/charts.js';
import { Explain } from '../parts/explain.js';
import { ColumnChoices } from '../parts/form.js';
import { List } from '../parts/list.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { Population } from './population.js';

const quickRecords = 20000; // above, the numbers without SUDA come first

/** @param {{title: string, value: string, note: string, entry: Entry | undefined, reading?: string, other?: string}} props `other`: the number under the other reading of missing keys */
function Card({ title, value, note, entry, reading, other }) {
  return html`<div class="card figure-card"><h3>${title}</h3><p class="big"><${Explain} entry=${entry} reading=${note}>${value}</${Explain}></p>${reading ? html`<p class="reading">${reading}</p>` : null}<p class="soft">${note}</p>${other ? html`<p class="reading">${other}</p>` : null}</div>`;
}

/** How many records miss a key, and the numbers under both readings of that; nothing where no key is missing.
 * @param {any} risks */
function readingsOf(risks) {
  const details = risks.measures?.['k-anonymity']?.details;
  const incomplete = details?.incomplete_records ?? risks.measures?.uniqueness?.details?.incomplete_records ?? 0;
  if (!incomplete || !details?.smallest) return null;
  return { incomplete, uniques: risks.measures?.uniqueness?.details?.wildcard_uniques ?? details.below.wildcard['2'], smallest: details.smallest.wildcard };
}

/** @param {{risks: any, registry: Registry}} props */
function Cards({ risks, registry }) {
  /** @param {string} name */
  const entry = (name) => registry.measures.find((measure) => measure.name === name);
  const individual = risks.measures?.['individual-risk']?.details;
  const both = readingsOf(risks);
  const own = both ? text.risk.asValue : '';
  const any = both ? text.risk.asAnything : '';
  const counted = risks.units ?? risks.records; // units with several records, where they are declared
  return html`${both ? html`<p class="notice mind small">${fill(text.risk.readings, { n: count(both.incomplete) })}</p>` : null}<div class="cards">
    <${Card} title=${risks.unit ? text.risk.uniqueUnits : text.risk.unique} value=${percent(risks.unique_percent)} note=${fill(risks.unit ? text.risk.uniqueUnitsNote : text.risk.uniqueNote, { n: count(risks.uniques), m: count(counted), unit: risks.unit })} entry=${entry('uniqueness')} reading=${own} other=${both ? fill(text.risk.otherwise, { reading: any, value: `${percent((100 * both.uniques) / counted)} (${count(both.uniques)})` }) : ''} />
    <${Card} title=${text.risk.k} value=${count(risks.k)} note=${risks.unit ? fill(text.risk.kUnitsNote, { unit: risks.unit }) : text.risk.kNote} entry=${entry('k-anonymity')} reading=${own} other=${both ? fill(text.risk.otherwise, { reading: any, value: number(both.smallest) }) : ''} />
    ${individual ? html`<${Card} title=${text.risk.individual} value=${number(individual.expected)} note=${fill(risks.unit ? text.risk.individualUnitsNote : text.risk.individualNote, { max: percent(100 * individual.largest), unit: risks.unit })} entry=${entry('individual-risk')} reading=${any} />` : null}
    ${Number.isFinite(individual?.household_expected) ? html`<${Card} title=${text.risk.household} value=${number(individual.household_expected)} note=${text.risk.householdNote} entry=${entry('individual-risk')} reading=${any} />` : null}
  </div>`;
}

/** @param {{risks: any}} props */
function Riskiest({ risks }) {
  return html`<section><h2>${text.risk.riskiest}</h2><${List} caption=${text.risk.riskiest} rows=${risks.riskiest} columns=${[
    { name: 'record', title: text.list.record, number: true },
    { name: 'risk', title: text.risk.risk, number: true, show: (/** @type {any} */ row) => percent(100 * row.risk) },
    { name: 'class', title: text.risk.classSize, number: true },
    { name: 'values', title: text.risk.values, value: (/** @type {any} */ row) => Object.entries(row.values ?? {}).map(([name, value]) => `${name} ${value === '' ? text.list.missing : value}`).join(', ') },
    { name: 'reason', title: text.risk.reason }]} /></section>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Risk({ world }) {
  const { project, inspected, registry } = world;
  const quasi = columnsWithRole(project, inspected, ['quasi-identifier']);
  const others = columnsWithRole(project, inspected, ['confidential', 'non-confidential', 'stratum']);
  const possible = new Set([...quasi, ...others]);
  const keys = (project.keys ?? quasi).filter((column) => possible.has(column));
  const schema = useMemo(() => schemaOf(project, inspected), [project.columns, inspected]);
  // Keys are counted on all records: the classes of a sample are not those of the file.
  const request = inspected && keys.length > 0 ? { job: 'key-risks', keys, riskiest: 20, inputs: { original: original(project) }, schema: { original: schema } } : null;
  const quick = useAnswer(request && inspected.rows > quickRecords ? { ...request, 'without-suda': true } : null);
  const full = useAnswer(request);
  const answer = (full.state === 'running' || full.stale) && quick.state === 'done' && !quick.stale ? { ...quick, state: full.state, id: full.id, progress: full.progress, phase: full.phase } : full;
  if (!project.file) return html`<h1>${text.screens.risk}</h1><${Nothing} title=${text.data.none} hint=${text.data.noneHint} to="data" link=${text.screens.data} />`;
  const risks = answer.result;
  const both = risks ? readingsOf(risks) : null;
  const contributions = /** @type {[string, number][]} */ (Object.entries(risks?.measures?.suda?.details?.contributions ?? {})).sort((one, other) => other[1] - one[1]);
  const power = risks?.measures?.['identifying-power']?.details?.sets ?? [];
  return html`<h1>${text.screens.risk}</h1>
    ${inspected ? html`<${ColumnChoices} legend=${text.risk.knowledge} columns=${[...quasi, ...others]} chosen=${keys} onChange=${(/** @type {string[]} */ chosen) => store.change(text.risk.knowledge, { keys: chosen })} />` : null}
    ${keys.length === 0 && inspected ? html`<${Nothing} title=${text.risk.noKeys} hint=${text.risk.noKeysHint} to="roles" link=${text.screens.roles} />` : null}
    <${Working} answer=${answer} what=${text.risk.counting} /><${FaultNotice} fault=${answer.error} />
    ${risks ? html`<div aria-busy=${answer.stale}><p class="lead">${risks.sentence}</p>
      <${Cards} risks=${risks} registry=${registry} />
      <div class="columns"><section><h2>${risks.unit ? text.risk.unitsByClass : text.risk.classes}</h2>${both ? html`<p class="reading">${text.risk.asValue}</p>` : null}<${Bars} caption=${risks.unit ? text.risk.unitsByClass : text.risk.classes} rows=${risks.classes.map((/** @type {any} */ row) => ({ name: fill(text.risk.size, { n: row.size }), value: row.units ?? row.records, shown: fill(risks.unit ? text.risk.unitsInClass : text.risk.recordsInClass, { n: count(row.units ?? row.records) }), tone: row.size === '1' ? 'stop' : '' }))} /></section>
      ${contributions.length > 0 ? html`<section><h2>${text.risk.contributions}</h2><${Bars} caption=${text.risk.contributions} largest=${100} rows=${contributions.map(([column, share]) => ({ name: column, value: share, shown: percent(share) }))} /></section>` : null}
      ${power.length > 0 ? html`<section><h2>${text.risk.power}</h2><${Bars} caption=${text.risk.power} largest=${100} rows=${power.map((/** @type {any} */ row) => ({ name: row.keys.join(', '), value: row.percent, shown: percent(row.percent) }))} /></section>` : null}</div>
      ${(risks.special ?? []).length > 0 ? html`<section><h2>${text.risk.special}</h2><${List} caption=${text.risk.special} rows=${risks.special} columns=${[{ name: 'column', title: text.roles.column }, { name: 'value', title: text.risk.value, number: true }, { name: 'records', title: text.data.records, number: true }, { name: 'why', title: text.risk.reason }]} /></section>` : null}
      ${(risks.riskiest ?? []).length > 0 ? html`<${Riskiest} risks=${risks} />` : null}
      <${Population} world=${world} keys=${keys} />
      <p><a class="button" href="#protect">${text.risk.toProtect}</a></p></div>` : null}`;
}
