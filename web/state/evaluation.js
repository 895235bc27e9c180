// Risk and utility of an alternative: on a sample first, exactly a moment later where the file is small, or on request.
// Before and after always come from the same records, since a sample has other risks than the whole file.
import { useState } from '../preact.js';
import { useAnswer } from './jobs.js';
import { maskRequest, original, schemaOf } from './project.js';

export const sampleSize = 2000;
const exactByItself = 20000; // records up to which the exact numbers follow without being asked for
const exactDelay = 500; // milliseconds

/** @typedef {{state: 'none' | 'running' | 'done' | 'failed', sampled: boolean, exactPossible: boolean, wantExact: () => void,
 *   mask: Answer, measure: Answer, before: Answer, warnings: Warning[]}} Evaluation */

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

/** @param {Project} project
 * @param {any} inspected
 * @param {Registry} registry
 * @param {Alternative | null} alternative
 * @returns {Evaluation} */
export function useEvaluation(project, inspected, registry, alternative) {
  const [wanted, setWanted] = useState('');
  const rows = inspected?.rows ?? 0;
  const works = inspected && alternative && alternative.steps.length > 0;
  const key = JSON.stringify(alternative);
  const small = rows <= sampleSize;
  const exact = small || rows <= exactByItself || wanted === key;
  const sampleMask = useAnswer(works && !small ? maskRequest(project, inspected, alternative, sampleSize) : null);
  const exactMask = useAnswer(works && exact ? maskRequest(project, inspected, alternative, 0) : null, small ? undefined : exactDelay);
  const known = registry.measures.map((measure) => measure.name);
  const watched = [project.watch.risk, project.watch.utility].filter((name) => known.includes(name));
  /** @param {Answer} mask
   * @param {number} sample */
  const measured = (mask, sample) => (mask.state === 'done' && mask.id ? measureRequest(project, inspected, watched, sample, mask.id) : null);
  const sampleMeasure = useAnswer(measured(sampleMask, sampleSize));
  const exactMeasure = useAnswer(measured(exactMask, 0));
  const exactReady = exactMeasure.state === 'done' && exactMask.state === 'done' && !exactMeasure.stale;
  const useExact = small || exactReady || exactMask.state === 'failed' && sampleMask.state === 'failed';
  const mask = useExact ? exactMask : sampleMask;
  const measure = useExact ? exactMeasure : sampleMeasure;
  const sample = useExact || !works ? 0 : sampleSize;
  const side = registry.measures.find((entry) => entry.name === project.watch.risk);
  const before = useAnswer(inspected && side && !side.needs_mapping ? measureRequest(project, inspected, [project.watch.risk], rows > exactByItself && !works ? sampleSize : sample, null) : null);
  const state = !works ? 'none' : mask.state === 'failed' || measure.state === 'failed' ? 'failed' : measure.state === 'done' ? 'done' : 'running';
  return {
    state, sampled: sample > 0, exactPossible: !exact, wantExact: () => setWanted(key), mask, measure, before,
    warnings: warningsOf(exactMask.state === 'done' && !exactMask.stale ? exactMask.result : mask.result),
  };
}

/** Risk and utility after the first steps of an alternative, on the sample.
 * @param {Project} project
 * @param {any} inspected
 * @param {Registry} registry
 * @param {Alternative} alternative
 * @param {number} steps how many */
export function useAfterSteps(project, inspected, registry, alternative, steps) {
  const sample = (inspected?.rows ?? 0) > sampleSize ? sampleSize : 0;
  const known = registry.measures.map((measure) => measure.name);
  const watched = [project.watch.risk, project.watch.utility].filter((name) => known.includes(name));
  const first = { ...alternative, steps: alternative.steps.slice(0, steps) };
  const mask = useAnswer(inspected && steps > 0 ? maskRequest(project, inspected, first, sample) : null);
  const measure = useAnswer(mask.state === 'done' && mask.id ? measureRequest(project, inspected, watched, sample, mask.id) : null);
  return { sampled: sample > 0, mask, measure };
}

/** A request on a sample and then on all records: gives the exact answer as soon as it is there.
 * @param {(sample: number) => any} request
 * @param {number} rows
 * @returns {Answer & {sampled: boolean}} */
export function useSampleFirst(request, rows) {
  const approximate = useAnswer(rows > sampleSize ? request(sampleSize) : null);
  const exact = useAnswer(rows > 0 ? request(0) : null, rows > sampleSize ? exactDelay : undefined);
  const ready = exact.state === 'done' || exact.state === 'failed' || rows <= sampleSize;
  return { ...(ready && !exact.stale ? exact : approximate.result ? { ...approximate, state: exact.state === 'running' ? 'running' : approximate.state, progress: exact.progress, phase: exact.phase, id: exact.id } : exact), sampled: !ready && approximate.result !== null };
}

