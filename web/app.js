// Starts the pages: asks the program for its registry and the saved project, then shows the frame. Until the program
// answers, the page says so and tries again.
import { html, render } from './preact.js';
import { api, Failure } from './api.js';
import { Frame } from './frame/frame.js';
import { store } from './state/store.js';
import { text } from './text/text.js';
import { learnTitles } from './text/worded.js';

const retryDelay = 1000; // milliseconds
const place = /** @type {HTMLElement} */ (document.getElementById('app'));

async function start() {
  try {
    const [session, registry] = await Promise.all([api.session(), api.describe(), store.load()]);
    learnTitles(registry);
    render(html`<${Frame} session=${session} registry=${registry} />`, place);
  } catch (failure) {
    const refused = failure instanceof Failure && failure.status === 401;
    const message = refused ? text.frame.noToken : failure instanceof Failure && failure.status > 0 ? failure.message : text.frame.starting;
    render(html`<main class="starting"><h1>sfumato</h1><p role="status">${message}</p></main>`, place);
    if (!refused) setTimeout(start, retryDelay);
    if (!(failure instanceof Failure)) console.error(failure);
  }
}

void start();
