// All jobs of the program, newest first: what ran, how long, and what came of it. Those that run can be stopped, and
// their reports and tables looked at.
import { html, useEffect, useState } from '../preact.js';
import { api, pageAddress } from '../api.js';
import { duration, percent } from '../numbers.js';
import { faultOf, useRunning } from '../state/jobs.js';
import { text } from '../text/text.js';
import { FaultNotice, Nothing } from '../parts/notice.js';

const refreshEvery = 1500; // milliseconds

export function Jobs() {
  const [jobs, setJobs] = useState(/** @type {JobDocument[] | null} */ (null));
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const running = useRunning();
  useEffect(() => {
    const read = () => void api.jobs().then((/** @type {any} */ answer) => {
      setJobs(answer.jobs);
      setFault(null);
    }, (/** @type {any} */ failure) => setFault(faultOf(failure)));
    read();
    const timer = setInterval(read, refreshEvery);
    return () => clearInterval(timer);
  }, [running.length]);
  return html`<h1>${text.screens.jobs}</h1><${FaultNotice} fault=${fault} />
    ${jobs && jobs.length === 0 ? html`<${Nothing} title=${text.jobs.none} hint=${text.jobs.noneHint} />` : null}
    ${jobs && jobs.length > 0 ? html`<div class="table-box" tabindex="0" role="region" aria-label=${text.screens.jobs}><table class="data"><caption class="hidden">${text.screens.jobs}</caption>
      <thead><tr><th scope="col">${text.jobs.job}</th><th scope="col">${text.jobs.state}</th><th scope="col" class="number">${text.jobs.time}</th><th scope="col">${text.jobs.result}</th></tr></thead>
      <tbody>${jobs.map((job) => html`<tr key=${job.id}><th scope="row">${job.label || job.title || job.job} <span class="soft">${job.id}</span></th>
        <td>${text.jobs.states[job.state]} ${job.state === 'running' ? html`<progress max="1" value=${job.progress} aria-label=${job.title}></progress> ${percent(100 * job.progress)} <button type="button" onClick=${() => void api.stop(job.id)}>${text.jobs.stop}</button>` : null}
          ${job.error ? html`<br /><span class="soft">${job.error.message}</span>` : null}</td>
        <td class="number">${duration(job.seconds ?? 0)}</td>
        <td>${job.page && job.state === 'done' ? html`<a href=${pageAddress(job.id)} target="_blank" rel="noopener">${text.jobs.report}</a>` : null} ${(job.outputs ?? []).length > 0 ? html`<span class="soft">${text.jobs.outputs} ${job.outputs.length}</span>` : null}</td></tr>`)}</tbody></table></div>` : null}`;
}
