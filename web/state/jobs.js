// Jobs of the program as seen from the pages: starts them, follows their events, keeps their answers by request, and
// lists those that take long. A job goes on when its screen is left or the page is loaded again.
import { useEffect, useMemo, useRef, useState } from '../preact.js';
import { api, Failure } from '../api.js';
import { commandOf } from './command.js';
import { abandon, follow, polled } from './progress.js';

const quickWait = 500; // milliseconds that one round trip may take before progress is asked for
const keptAnswers = 80;

/** @type {Map<string, Promise<JobDocument>>} */
const answers = new Map();
/** @type {Map<string, any>} entries {id, label, progress, phase, partial, listeners, following} */
const underway = new Map();
/** @type {Set<() => void>} */
const listListeners = new Set();
/** The last command that was run, as a user would type it. */
export const lastCommand = { text: '', repeatable: true };

/** @param {JobDocument} job */
function noteCommand(job) {
  // A check writes nothing: the files that its command names are not there yet.
  const command = job.job === 'release' ? (job.result?.files?.length > 0 ? job.result.command : '') : commandOf(job.request ?? {});
  if (!command) return;
  lastCommand.text = command;
  lastCommand.repeatable = job.result?.repeatable !== false;
}

function tellList() {
  for (const listener of [...listListeners]) listener();
}

/** Runs a request once; the same request again gives the same answer.
 * @param {any} request
 * @param {boolean} anew
 * @returns {Promise<JobDocument>} */
export function ask(request, anew = false) {
  const key = JSON.stringify(request);
  const known = answers.get(key);
  if (known && !anew) return known;
  const entry = { id: null, label: request.label ?? request.job, progress: 0, phase: '', partial: /** @type {any[]} */ ([]), listeners: underway.get(key)?.listeners ?? new Set() };
  underway.set(key, entry);
  const answer = runToEnd(request, entry).finally(() => {
    if (underway.get(key) === entry) underway.delete(key);
    tellList();
  });
  answers.set(key, answer);
  // The same request may have been asked for anew meanwhile; that answer stays.
  const forget = () => answers.get(key) === answer && answers.delete(key);
  answer.then((job) => {
    if (job.state === 'stopped') forget();
    if (job.state === 'done') noteCommand(job);
  }, forget);
  while (answers.size > keptAnswers) answers.delete(/** @type {string} */ (answers.keys().next().value));
  return answer;
}

/** @param {any} request
 * @param {any} entry
 * @returns {Promise<JobDocument>} */
async function runToEnd(request, entry) {
  const started = await api.start(request, quickWait);
  if (started.state && ['done', 'failed', 'stopped'].includes(started.state)) return started;
  entry.id = started.id;
  const tell = () => {
    for (const listener of [...entry.listeners]) listener();
    tellList();
  };
  tell();
  return polled(started.id, (state) => {
    entry.progress = state.progress ?? 0;
    entry.phase = state.phase ?? '';
    tell();
  });
}

let epoch = 0;
/** @type {Set<() => void>} */
const epochListeners = new Set();

/** Forgets all answers and asks anew: files may have changed, or the program was started again and knows no job. */
export function forgetAnswers() {
  answers.clear();
  ++epoch;
  for (const listener of [...epochListeners]) listener();
}

function useEpoch() {
  const [now, setNow] = useState(epoch);
  useEffect(() => {
    const listener = () => setNow(epoch);
    epochListeners.add(listener);
    return () => void epochListeners.delete(listener);
  }, []);
  return now;
}

/** @param {any} failure
 * @returns {Fault} */
export function faultOf(failure) {
  if (failure instanceof Failure) return failure.fault;
  return { code: 'internal', parameter: null, message: String(failure?.message ?? failure), hint: null };
}

/** @type {Answer} */
const nothing = { state: 'none', job: null, result: null, error: null, progress: 0, phase: '', id: null, partial: [], stale: false };

/** Runs a request for a screen whenever it changes, a moment after the last change; null asks for nothing.
 * @param {any} request
 * @param {number} delay milliseconds
 * @returns {Answer} */
export function useAnswer(request, delay = 120) {
  const key = useMemo(() => (request ? JSON.stringify(request) : ''), [request]);
  const [answer, setAnswer] = useState(nothing);
  const shown = useRef('');
  const now = useEpoch();
  useEffect(() => {
    if (!key) {
      setAnswer(nothing);
      return undefined;
    }
    let wanted = true;
    const progress = () => {
      const entry = underway.get(key);
      if (wanted && entry) setAnswer((before) => ({ ...before, progress: entry.progress, phase: entry.phase, partial: [...entry.partial], id: entry.id }));
    };
    setAnswer((before) => ({ ...before, state: 'running', stale: before.result !== null && shown.current !== key, progress: 0, phase: '', partial: [], error: null }));
    const timer = setTimeout(async () => {
      try {
        const pending = ask(JSON.parse(key));
        underway.get(key)?.listeners.add(progress);
        progress();
        const job = await pending;
        if (!wanted) return;
        shown.current = key;
        setAnswer((before) => ({
          ...before, state: job.state === 'done' ? 'done' : job.state === 'stopped' ? 'stopped' : 'failed', job, result: job.result, error: job.error, progress: 1, id: job.id, stale: false,
        }));
      } catch (failure) {
        if (!wanted) return;
        shown.current = key;
        setAnswer((before) => ({ ...before, state: 'failed', error: faultOf(failure), stale: false }));
      }
    }, answers.has(key) ? 0 : delay);
    return () => {
      wanted = false;
      clearTimeout(timer);
      const entry = underway.get(key);
      entry?.listeners.delete(progress);
      // An answer that is not wanted any more would only take time from the next one.
      if (entry?.id && entry.listeners.size === 0) {
        answers.delete(key);
        abandon(entry.id);
      }
    };
  }, [key, now]);
  if (!key) return nothing;
  // The effect comes after the first rendering with a new request; until then the answer is one to an earlier request.
  return shown.current !== key && answer.state !== 'running' ? { ...answer, state: 'running', stale: answer.result !== null } : answer;
}

/** Starts a job that goes on when its screen is left, and gives its number.
 * @param {any} request
 * @returns {Promise<string>} */
export async function begin(request) {
  return (await api.start(request, 0)).id;
}

/** Follows a job by its number, also after a reload of the page; a number that the program does not know gives nothing.
 * @param {string | null} id
 * @returns {Answer} */
export function useJob(id) {
  const [answer, setAnswer] = useState(nothing);
  const now = useEpoch();
  useEffect(() => {
    setAnswer(nothing);
    if (!id) return undefined;
    let wanted = true;
    const key = `job ${id}`;
    const entry = followed.get(key) ?? { id, label: '', progress: 0, phase: '', partial: [], listeners: new Set(), following: null };
    followed.set(key, entry);
    const show = () => wanted && setAnswer({ ...nothing, state: 'running', progress: entry.progress, phase: entry.phase, partial: [...entry.partial], id });
    entry.listeners.add(show);
    void followKnown(id, key, entry).then((job) => {
      if (!wanted) return;
      if (job.state === 'done') noteCommand(job);
      setAnswer({ ...nothing, state: job.state === 'done' ? 'done' : job.state === 'stopped' ? 'stopped' : 'failed', job, result: job.result, error: job.error, progress: 1, id, partial: [...entry.partial] });
      tellList();
    }, (failure) => wanted && failure?.status !== 404 && setAnswer({ ...nothing, state: 'failed', error: faultOf(failure) }));
    return () => {
      wanted = false;
      entry.listeners.delete(show);
    };
  }, [id, now]);
  return answer;
}

/** Jobs that are followed by their number; several screens and a reload of the answers share one stream. */
/** @type {Map<string, any>} */
const followed = new Map();

/** @param {string} id
 * @param {string} key
 * @param {any} entry
 * @returns {Promise<JobDocument>} */
function followKnown(id, key, entry) {
  entry.following ??= followToEnd(id, key, entry).finally(() => {
    underway.delete(key);
    followed.delete(key);
    tellList();
  });
  return entry.following;
}

/** @param {string} id
 * @param {string} key
 * @param {any} entry
 * @returns {Promise<JobDocument>} */
async function followToEnd(id, key, entry) {
  const job = await api.job(id);
  entry.label = job.label || job.job;
  if (['done', 'failed', 'stopped'].includes(job.state)) return job;
  underway.set(key, entry);
  const tell = () => {
    for (const listener of [...entry.listeners]) listener();
    tellList();
  };
  tell();
  return follow(id, (state) => {
    entry.progress = state.progress ?? 0;
    entry.phase = state.phase ?? '';
    tell();
  }, (partial) => {
    // A stream that broke and was opened again begins with all that came before.
    if (entry.partial.some((/** @type {any} */ each) => each.number === partial.number)) return;
    entry.partial.push(partial);
    tell();
  });
}

/** The jobs that run, for the frame. */
export function useRunning() {
  const [, refresh] = useState({});
  useEffect(() => {
    const listener = () => refresh({});
    listListeners.add(listener);
    return () => void listListeners.delete(listener);
  }, []);
  return [...underway.values()].filter((entry) => entry.id !== null);
}
