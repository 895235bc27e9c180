// The progress of jobs: one request now and then for all that are waited for, and the stream of events for a job whose
// partial results matter. A browser opens few connections to a host at a time, so streams are the exception.
import { api, eventsAddress, Failure } from '../api.js';

const pollEvery = 250; // milliseconds
const retryDelay = 1000;

/** @param {number} delay */
const pause = (delay) => new Promise((resolve) => setTimeout(resolve, delay));

/** Follows the events of a job until it ends.
 * @param {string} id
 * @param {(event: any) => void} onState
 * @param {(event: any) => void} onPartial
 * @returns {Promise<JobDocument>} */
export function follow(id, onState, onPartial) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(eventsAddress(id));
    let failures = 0;
    const finish = async () => {
      source.close();
      try {
        resolve(await api.job(id));
      } catch (failure) {
        reject(failure);
      }
    };
    source.addEventListener('state', (event) => {
      failures = 0;
      const state = JSON.parse(event.data);
      onState(state);
      if (['done', 'failed', 'stopped'].includes(state.state)) void finish();
    });
    source.addEventListener('partial', (event) => onPartial(JSON.parse(event.data)));
    source.addEventListener('end', () => void finish());
    source.addEventListener('error', async () => {
      // The browser tries again by itself; a program that was started anew does not know the job.
      if (++failures < 3 && source.readyState !== EventSource.CLOSED) return;
      await pause(retryDelay);
      void finish();
    });
  });
}

/** @type {Map<string, {onState: (job: JobDocument) => void, resolve: (job: JobDocument) => void, reject: (failure: any) => void}>} */
const waited = new Map();

/** Waits for a job with one request for all jobs that are waited for, since a browser opens few connections at a time.
 * @param {string} id
 * @param {(job: JobDocument) => void} onState
 * @returns {Promise<JobDocument>} */
export function polled(id, onState) {
  return new Promise((resolve, reject) => {
    waited.set(id, { onState, resolve, reject });
    if (!polling) void poll();
  });
}

/** Stops a job that is not waited for any more; what waits for it ends without another request.
 * @param {string} id */
export function abandon(id) {
  const each = waited.get(id);
  waited.delete(id);
  each?.reject(new Failure({ code: 'interrupted', parameter: null, message: '', hint: null }, 0));
  void api.stop(id).catch(() => {});
}

let polling = false;

async function poll() {
  polling = true;
  while (waited.size > 0) {
    await pause(pollEvery);
    /** @type {JobDocument[]} */
    let jobs;
    try {
      jobs = (await api.jobs()).jobs;
    } catch (failure) {
      for (const each of waited.values()) each.reject(failure);
      waited.clear();
      break;
    }
    for (const [id, each] of [...waited]) {
      const job = jobs.find((known) => known.id === id);
      if (job && (job.state === 'waiting' || job.state === 'running')) {
        each.onState(job);
        continue;
      }
      waited.delete(id);
      api.job(id).then(each.resolve, each.reject);
    }
  }
  polling = false;
}
