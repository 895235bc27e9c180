// The ledger of a database: the budget with what each analyst used, the head that was verified, and every question with
// its charge.
import { html, useMemo } from '../preact.js';
import { anything, count, number } from '../numbers.js';
import { fill, text } from '../text/text.js';
import { Bar } from '../parts/charts.js';
import { List } from '../parts/list.js';

/** What each analyst used of the budget, the largest first.
 * @param {any[]} log */
function usersOf(log) {
  /** @type {Map<string, {user: string, questions: number, charged: number}>} */
  const users = new Map();
  for (const entry of log) {
    const found = users.get(entry.user) ?? { user: entry.user, questions: 0, charged: 0 };
    users.set(entry.user, { ...found, questions: found.questions + 1, charged: found.charged + (entry.charged_to_user_epsilon ?? 0) });
  }
  return [...users.values()].sort((one, other) => other.charged - one.charged);
}

/** @param {{log: any[], all: number, noisy: boolean}} props */
function Entries({ log, all, noisy }) {
  const outcomes = /** @type {Record<string, string>} */ (text.databases.outcomes);
  return html`<${List} caption=${text.databases.ledger} rows=${log} rowClass=${(/** @type {any} */ row) => (['answered', 'repeated'].includes(row.outcome) ? '' : 'greyed')} columns=${[
    { name: 'row', title: text.databases.row, number: true }, { name: 'time', title: text.databases.time }, { name: 'user', title: text.databases.user, value: (/** @type {any} */ row) => row.user || '–' },
    { name: 'question', title: text.databases.question, show: (/** @type {any} */ row) => html`<code>${row.question}</code>` }, { name: 'outcome', title: text.databases.outcome, value: (/** @type {any} */ row) => outcomes[row.outcome] ?? row.outcome },
    ...(noisy ? [{ name: 'charged_epsilon', title: text.databases.charge, number: true, show: (/** @type {any} */ row) => number(row.charged_epsilon) }] : [])]} />
    ${all > log.length ? html`<p class="soft">${fill(text.databases.newest, { n: count(log.length), m: count(all) })}</p>` : null}`;
}

/** @param {{budget: any}} props the result of the job query-budget */
export function Ledger({ budget }) {
  const log = budget?.log ?? [];
  const users = useMemo(() => usersOf(log), [budget]);
  if (!budget) return null;
  const noisy = typeof budget.cap_epsilon === 'number' && budget.cap_epsilon > 0;
  const facts = /** @type {[string, any][]} */ ([[text.databases.entries, budget.entries], [text.databases.repeated, budget.repeated], [text.databases.refusals, budget.refused]]);
  return html`<section class="card"><h2>${text.databases.budgetTitle}</h2>${noisy ? html`<p>${fill(text.databases.spent, { spent: number(budget.spent_epsilon), total: number(budget.cap_epsilon) })}</p><${Bar} share=${budget.spent_epsilon / budget.cap_epsilon} tone="" />` : null}
    ${noisy && users.length > 0 && log.length === budget.log_entries ? html`<h3>${text.databases.users}</h3><table class="bars"><caption class="hidden">${text.databases.users}</caption><tbody>${users.map((each) => html`<tr><th scope="row">${each.user || '–'}</th><td class="bar-cell"><${Bar} share=${each.charged / budget.cap_epsilon} /></td><td class="number">ε = ${number(each.charged)}</td></tr>`)}</tbody></table>` : null}
    <h3>${text.databases.ledger}</h3>${budget.intact !== undefined ? html`<p class=${budget.intact ? 'ok' : 'bad'}>${budget.intact ? text.databases.verified : `${text.databases.notVerified} ${budget.finding ?? ''}`}</p>` : null}
    ${budget.head ? html`<p>${text.databases.head}: <code class="wrap-anywhere" tabindex="0">${budget.head}</code> <span class="soft">${text.databases.keepHead}</span></p>` : null}
    <dl class="facts">${facts.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => html`<div><dt>${name}</dt><dd>${anything(value)}</dd></div>`)}</dl>
    ${log.length > 0 ? html`<${Entries} log=${log} all=${budget.log_entries ?? log.length} noisy=${noisy} />` : null}</section>`;
}
