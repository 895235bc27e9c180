// Risk and utility of an alternative. Risks that count keys are taken from all records, since the classes of a sample are
// not those of the file. Other measures come from a sample first, and exactly a moment later, or on request for large files.
import { useEffect, useState } from '../preact.js';
import { useAnswer } from './jobs.js';
import { maskRequest, original, schemaOf } from './project.js';

export const sampleSize = 2000;
const exactByItself = 200000; // records up to which the exact numbers follow without being asked for
const exactDelay = 500; // milliseconds

/** A number to show: `score` of the job, whether it comes from a sample or from another draw than that of the release, whether a newer one is under way, whether it must be asked for. */
/** @typedef {{score: any, approximate: boolean, busy: boolean, onRequest: boolean}} Shown */
/** @typedef {{state: 'none' | 'running' | 'done' | 'failed', sampled: boolean, redrawn: boolean, exactPossible: boolean, wantExact: () => void,
 *   mask: Answer, measure: Answer, before: Shown, risk: Shown, utility: Shown, uncounted: string[], warnings: Warning[]}} Evaluation */

/** Whether a measure counts keys of one file: such a number does not carry over from a sample.
 * @param {Entry | undefined} entry */
export const countsKeys = (entry) => entry?.side === 'risk' && entry.needs_mapping === false;

/** Alternatives whose exact numbers were asked for, by their text: all places that show them share the wish. */
/** @type {Set<string>} */
const wanted = new Set();
/** @type {Set<() => void>} */
const wishListeners = new Set();

/** @param {string} key */
function useWish(key) {
  const [, refresh] = useState({});
  useEffect(() => {
    const listener = () => refresh({});
    wishListeners.add(listener);
    return () => void wishListeners.delete(listener);
  }, []);
  return {
    wished: wanted.has(key),
    wish: () => {
      wanted.add(key);
      for (const listener of [...wishListeners]) listener();
    },
  };
}

/** @param {Project} project
 * @param {any} inspected
 * @param {string[]} measures
 * @param {number} sample
 * @param {any} masked */
function measureRequest(project, inspected, measures, sample, masked) {
  return {
    job: 'measure',
    measures,
    inputs: { original: original(project, sample), ...(masked ? { masked: [{ job: masked, output: 0 }] } : {}) },
    schema: { original: schemaOf(project, inspected) },
    ...(project.keys ? { keys: project.keys } : {}),
  };
}

/** Warnings of a result, with a name that stays the same while the warning does.
 * @param {any} result
 * @returns {Warning[]} */
export function warningsOf(result) {
  if (!result?.warnings) return [];
  return result.warnings.map((/** @type {any} */ warning, /** @type {number} */ at) =>
    (typeof warning === 'string' ? { id: warning, grade: result.warning_grades?.[at] ?? 'mind', text: warning } : warning));
}

/** Columns that the steps change and that a measure does not take.
 * @param {Entry | undefined} entry
 * @param {string[]} changed
 * @param {any} inspected */
function uncountedBy(entry, changed, inspected) {
  const accepts = entry?.accepts ?? [];
  const kinds = new Map((inspected?.columns ?? []).map((/** @type {any} */ column) => [column.name, column.kind]));
  return accepts.length === 0 ? [] : changed.filter((column) => kinds.has(column) && !accepts.includes(kinds.get(column)));
}

/** @param {Answer} answer
 * @param {string} name
 * @param {boolean} approximate
 * @returns {Shown} */
const shownOf = (answer, name, approximate) => ({ score: answer.result?.measures?.[name] ?? null, approximate, busy: answer.state === 'running' || answer.stale, onRequest: false });

/** @param {Project} project
 * @param {any} inspected
 * @param {Registry} registry
 * @param {Alternative | null} alternative
 * @returns {Evaluation} */
export function useEvaluation(project, inspected, registry, alternative) {
  const rows = inspected?.rows ?? 0;
  const works = inspected && alternative && alternative.steps.length > 0;
  const { wished, wish } = useWish(JSON.stringify(alternative));
  const small = rows <= sampleSize;
  const exact = rows <= exactByItself || wished;
  /** @param {string} name */
  const entryOf = (name) => registry.measures.find((entry) => entry.name === name);
  const riskEntry = entryOf(project.watch.risk);
  const watched = [project.watch.risk, project.watch.utility].filter(entryOf);
  const ofSample = watched.filter((name) => !countsKeys(entryOf(name)));
  const sampleMask = useAnswer(works && !small ? maskRequest(project, inspected, alternative, sampleSize) : null);
  const exactMask = useAnswer(works && exact ? maskRequest(project, inspected, alternative, 0) : null, small ? undefined : exactDelay);
  /** @param {Answer} mask
   * @param {number} sample
   * @param {string[]} names */
  const measured = (mask, sample, names) => (mask.state === 'done' && mask.id && names.length > 0 ? measureRequest(project, inspected, names, sample, mask.id) : null);
  const sampleMeasure = useAnswer(measured(sampleMask, sampleSize, ofSample));
  const exactMeasure = useAnswer(measured(exactMask, 0, watched));
  const exactReady = exactMeasure.state === 'done' && exactMask.state === 'done' && !exactMeasure.stale;
  const useExact = small || exactReady || (exactMask.state === 'failed' && sampleMask.state === 'failed');
  const mask = useExact ? exactMask : sampleMask;
  const measure = useExact ? exactMeasure : sampleMeasure;
  // Without a seed, random steps draw anew for the release: what is shown is one draw of many.
  const redrawn = mask.result?.repeatable === false;
  const before = useAnswer(inspected && riskEntry && !riskEntry.needs_mapping ? measureRequest(project, inspected, [project.watch.risk], 0, null) : null);
  /** @param {string} name
   * @returns {Shown} */
  const after = (name) => {
    if (useExact) return { ...shownOf(exactMeasure, name, redrawn), busy: exactMask.state === 'running' || exactMeasure.state === 'running' };
    if (countsKeys(entryOf(name))) return { score: null, approximate: false, busy: exact, onRequest: !exact };
    return shownOf(sampleMeasure, name, true);
  };
  const state = !works ? 'none' : mask.state === 'failed' || measure.state === 'failed' ? 'failed' : measure.state === 'done' || exactReady ? 'done' : 'running';
  const changed = works ? [...new Set(alternative.steps.flatMap((step) => (step.columns.length > 0 ? step.columns : mask.result?.columns ?? [])))] : [];
  return {
    state, sampled: works && !useExact, redrawn, exactPossible: works && !exact, wantExact: wish, mask, measure, before: shownOf(before, project.watch.risk, false), risk: after(project.watch.risk), utility: after(project.watch.utility),
    uncounted: uncountedBy(entryOf(project.watch.utility), changed, inspected), warnings: warningsOf(exactMask.state === 'done' && !exactMask.stale ? exactMask.result : mask.result),
  };
}
