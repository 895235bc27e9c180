// Chromium with pages that are watched: errors on the console, violations of the Content-Security-Policy and requests to
// other hosts fail the test that made them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const patience = 60_000; // milliseconds; for slow machines, not for slow pages
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;

export async function openBrowser() {
  // Inside containers Chromium runs as root, which its sandbox does not allow; the pages are our own.
  browser ??= await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'], timeout: 100_000 });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

/** Opens the app in a context of its own. `faults` collects what must not happen; `check` asserts that there is none. */
export async function openApp(program, options = {}) {
  const context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(patience);
  const faults = [];
  const allowed = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  const watch = (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()} ${message.location()?.url ?? ''}`);
    });
    page.on('pageerror', (error) => faults.push(`page: ${error.stack ?? error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(program.base) && !/^(data|blob|about):/.test(request.url())) faults.push(`request: ${request.url()}`);
    });
  };
  context.on('page', watch);
  const page = await context.newPage();
  await page.goto(program.start);
  await page.waitForSelector('h1');
  return {
    page,
    context,
    faults,
    allow: (pattern) => allowed.push(pattern),
    check: () => assert.deepEqual(faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault))), []),
  };
}

/** Goes to a screen by its link, as a user does. */
export async function go(page, name) {
  await page.getByRole('navigation', { name: 'Steps' }).waitFor();
  const link = page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: new RegExp(`^(\\d )?${name}\\b`) });
  if (!(await link.isVisible())) await page.getByRole('button', { name: /^Menu/ }).click();
  await link.click();
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${name}\\b`) }).waitFor();
}

/** Waits until nothing is being computed for the screen. */
export async function settled(page) {
  await page.waitForTimeout(300);
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .working, .running-bar'), undefined, { timeout: patience });
}

/** What the page showed when a test failed lies in the folder that SFUMATO_FAILURES names. */
export async function keepPicture(page, name) {
  if (process.env.SFUMATO_FAILURES) await page.screenshot({ path: `${process.env.SFUMATO_FAILURES}/${name}.png` }).catch(() => {});
}

export async function chooseFile(page, name) {
  await go(page, 'Data');
  await page.getByLabel('In the folder').selectOption(name);
  await page.locator('table.preview').waitFor().catch(async (failure) => {
    await keepPicture(page, 'choose-file');
    throw failure;
  });
  await settled(page);
}

/** Accepts every warning that stops the release, with a name and a reason. */
export async function acceptWarnings(page, by = 'A. Head', reason = 'agreed with the controller') {
  for (const item of await page.locator('.checklist > li.stop').all()) {
    await item.getByLabel('Accepted by').fill(by);
    await item.getByLabel('Accepted by').press('Tab');
    await item.getByLabel('Reason').fill(reason);
    await item.getByLabel('Reason').press('Tab');
    await item.getByRole('checkbox').check();
  }
}

/** What axe-core finds that is serious or critical. */
export async function seriousFaults(page) {
  await page.evaluate(axe);
  const results = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], iframes: false }));
  return results.violations
    .filter((violation) => ['serious', 'critical'].includes(violation.impact))
    .flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`));
}

/** How far the page is wider than the window. */
export async function sidewaysScroll(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
