// Step 3: how easily people are found in the file as it is. The user says what an intruder may know; every number
// follows, and the riskiest records are listed with the reason in words.
import { html, useMemo } from '../preact.js';
import { count, number, percent } from '../numbers.js';
import { useSampleFirst } from '../state/evaluation.js';
import { columnsWithRole, original, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { Bars } from '../parts/charts.js';
import { Explain } from '../parts/explain.js';
import { ColumnChoices } from '../parts/form.js';
import { List } from '../parts/list.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { Population } from './population.js';

/** @param {{title: string, value: string, note: string, entry: Entry | undefined, approximate: boolean}} props */
function Card({ title, value, note, entry, approximate }) {
  return html`<div class="card figure-card"><h3>${title}</h3><p class="big"><${Explain} entry=${entry} reading=${note}>${approximate ? '≈ ' : ''}${value}</${Explain}></p><p class="soft">${note}</p></div>`;
}

/** @param {{risks: any, registry: Registry, approximate: boolean}} props */
function Cards({ risks, registry, approximate }) {
  /** @param {string} name */
  const entry = (name) => registry.measures.find((measure) => measure.name === name);
  const individual = risks.measures?.['individual-risk']?.details;
  return html`<div class="cards">
    <${Card} title=${text.risk.unique} value=${percent(risks.unique_percent)} note=${fill(text.risk.uniqueNote, { n: count(risks.uniques), m: count(risks.records) })} entry=${entry('uniqueness')} approximate=${approximate} />
    <${Card} title=${text.risk.k} value=${count(risks.k)} note=${text.risk.kNote} entry=${entry('k-anonymity')} approximate=${approximate} />
    ${individual ? html`<${Card} title=${text.risk.individual} value=${number(individual.expected)} note=${fill(text.risk.individualNote, { max: percent(100 * individual.largest) })} entry=${entry('individual-risk')} approximate=${approximate} />` : null}
    ${Number.isFinite(individual?.household_expected) ? html`<${Card} title=${text.risk.household} value=${number(individual.household_expected)} note=${text.risk.householdNote} entry=${entry('individual-risk')} approximate=${approximate} />` : null}
  </div>`;
}

/** @param {{risks: any}} props */
function Riskiest({ risks }) {
  return html`<section><h2>${text.risk.riskiest}</h2><${List} caption=${text.risk.riskiest} rows=${risks.riskiest} columns=${[
    { name: 'record', title: text.list.record, number: true },
    { name: 'risk', title: text.risk.risk, number: true, show: (/** @type {any} */ row) => percent(100 * row.risk) },
    { name: 'class', title: text.risk.classSize, number: true },
    { name: 'values', title: text.risk.values },
    { name: 'reason', title: text.risk.reason }]} /></section>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Risk({ world }) {
  const { project, inspected, registry } = world;
  const quasi = columnsWithRole(project, inspected, ['quasi-identifier']);
  const others = columnsWithRole(project, inspected, ['confidential', 'non-confidential', 'stratum']);
  const keys = (project.keys ?? quasi).filter((column) => quasi.includes(column) || others.includes(column));
  const schema = useMemo(() => schemaOf(project, inspected), [project.columns, inspected]);
  const answer = useSampleFirst((sample) => (inspected && keys.length > 0 ? { job: 'key-risks', keys, riskiest: 20, inputs: { original: original(project, sample) }, schema: { original: schema } } : null), inspected?.rows ?? 0);
  if (!project.file) return html`<h1>${text.screens.risk}</h1><${Nothing} title=${text.data.none} hint=${text.data.noneHint} to="data" link=${text.screens.data} />`;
  const risks = answer.result;
  const approximate = answer.sampled;
  const contributions = /** @type {[string, number][]} */ (Object.entries(risks?.measures?.suda?.details?.contributions ?? {})).sort((one, other) => other[1] - one[1]);
  const power = risks?.measures?.['identifying-power']?.details?.sets ?? [];
  return html`<h1>${text.screens.risk}</h1>
    ${inspected ? html`<${ColumnChoices} legend=${text.risk.knowledge} columns=${[...quasi, ...others]} chosen=${keys} onChange=${(/** @type {string[]} */ chosen) => store.change(text.risk.knowledge, { keys: chosen })} />` : null}
    ${keys.length === 0 && inspected ? html`<${Nothing} title=${text.risk.noKeys} hint=${text.risk.noKeysHint} to="roles" link=${text.screens.roles} />` : null}
    <${Working} answer=${answer} what=${text.risk.counting} /><${FaultNotice} fault=${answer.error} />
    ${risks ? html`<div aria-busy=${answer.stale}><p class="lead">${approximate ? '≈ ' : ''}${risks.sentence}</p>${approximate ? html`<p class="soft">${text.risk.sampled}</p>` : null}
      <${Cards} risks=${risks} registry=${registry} approximate=${approximate} />
      <div class="columns"><section><h2>${text.risk.classes}</h2><${Bars} caption=${text.risk.classes} rows=${risks.classes.map((/** @type {any} */ row) => ({ name: fill(text.risk.size, { n: row.size }), value: row.records, shown: fill(text.risk.recordsInClass, { n: count(row.records) }), tone: row.size === '1' ? 'stop' : '' }))} /></section>
      ${contributions.length > 0 ? html`<section><h2>${text.risk.contributions}</h2><${Bars} caption=${text.risk.contributions} largest=${100} rows=${contributions.map(([column, share]) => ({ name: column, value: share, shown: percent(share) }))} /></section>` : null}
      ${power.length > 0 ? html`<section><h2>${text.risk.power}</h2><${Bars} caption=${text.risk.power} largest=${100} rows=${power.map((/** @type {any} */ row) => ({ name: row.keys.join(', '), value: row.percent, shown: percent(row.percent) }))} /></section>` : null}</div>
      ${(risks.special ?? []).length > 0 ? html`<section><h2>${text.risk.special}</h2><${List} caption=${text.risk.special} rows=${risks.special} columns=${[{ name: 'column', title: text.roles.column }, { name: 'value', title: text.risk.value, number: true }, { name: 'records', title: text.data.records, number: true }, { name: 'why', title: text.risk.reason }]} /></section>` : null}
      ${(risks.riskiest ?? []).length > 0 ? html`<${Riskiest} risks=${risks} />` : null}
      <${Population} world=${world} keys=${keys} />
      <p><a class="button" href="#protect">${text.risk.toProtect}</a></p></div>` : null}`;
}
