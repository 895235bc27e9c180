// What the numbers on the page rest on: keys are counted on all records, other numbers from a sample are marked and made
// exact, suppressed cells count as a loss, and missing keys have two named readings.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chooseFile, closeBrowser, go, openApp, settled } from './browser.mjs';
import { command, withProgram } from './program.mjs';

after(closeBrowser);

const keys = ['age', 'sex', 'region', 'education', 'marital_status'];

/** The number of a line in the state of the release. */
async function lineOf(page, label) {
  return (await page.locator('.release-state .state-line', { hasText: label }).first().getByRole('button').textContent()).trim();
}

async function addMethod(page, title, columns) {
  await page.getByRole('button', { name: 'Add a step' }).click();
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('group', { name: 'Columns' }).getByRole('checkbox').all()) await box.uncheck();
  for (const column of columns) await dialog.getByRole('group', { name: 'Columns' }).getByLabel(column).check();
  await page.waitForFunction((name) => [...document.querySelectorAll('dialog button')].some((each) => each.textContent === name && !each.disabled), title);
  await dialog.getByRole('button', { name: title, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** As the page writes a percentage. */
const asPercent = (value) => `${value.toFixed(1)} %`;

function measured(folder, ...words) {
  return JSON.parse(command(folder, 'measure', 'people.csv', '--keys', keys.join(','), '--measures', 'uniqueness', '--json', ...words)).measures.uniqueness.value;
}

test('keys are counted on all records, and every step is made exact', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '30000', '--seed', '1', '-o', 'people.csv', '--quiet'), async (program, folder) => {
    const app = await openApp(program);
    const { page } = app;
    await chooseFile(page, 'people.csv');
    await settled(page);
    const exact = measured(folder);
    assert.equal(await lineOf(page, 'before'), asPercent(exact), 'uniqueness of the file, not of a sample');
    await go(page, 'Protect');
    await addMethod(page, 'Rank swapping', ['income']);
    await addMethod(page, 'Post-randomisation (PRAM)', ['sex']);
    await settled(page);
    for (const card of await page.locator('.step-card').all()) {
      assert.match(await card.locator('.step-effect').textContent(), /Uniqueness[^:]*: (≈ )?[\d.]+ % → ≈ [\d.]+ %/, 'before and after each step');
      assert.doesNotMatch(await card.locator('.step-effect').textContent(), /…/, 'of all records a moment later');
    }
    const state = await page.locator('.release-state').textContent();
    assert.doesNotMatch(state, /on a sample/, 'all records are measured');
    assert.match(state, /≈ of one draw/, 'but the release draws anew, which the page says');
    assert.match(await lineOf(page, 'loss'), /^≈ [\d.]+ %$/);
    assert.equal(await lineOf(page, 'before'), asPercent(exact), 'nothing is drawn for the risk before');
    app.check();
    await app.context.close();
  });
});

test('missing codes of one column; two readings of missing keys; suppressed cells are a loss', { timeout: 300_000 }, async () => {
  await withProgram((folder) => {
    // 9 is a code in `group` and a value in `children`. By hand: without code 9 classes of (group, town) as below.
    const rows = Array.from({ length: 300 }, (_, at) => `${at % 10},${at % 10},${['a', 'b', 'c'][at % 3]},${20 + ((at * at * 7) % 59)}`);
    writeFileSync(join(folder, 'small.csv'), `group,children,town,age\n${rows.join('\n')}\n`);
  }, async (program) => {
    const app = await openApp(program);
    const { page } = app;
    await chooseFile(page, 'small.csv');
    await page.getByLabel('missing codes of group').fill('9');
    await page.getByLabel('missing codes of group').press('Tab');
    await page.locator('table.preview').getByText('9 missing').first().waitFor();
    await settled(page);
    assert.equal(await page.locator('table.preview tbody td:nth-child(2)', { hasText: 'missing' }).count(), 0, 'the code counts in its column alone');
    await go(page, 'Roles');
    await settled(page);
    for (const column of ['group', 'town', 'age']) await page.getByLabel(`role of ${column}`).selectOption('quasi-identifier');
    await page.getByRole('button', { name: 'Confirm domain of age' }).click();
    assert.equal(await page.getByLabel('highest possible age').inputValue(), '77', 'bounds of the data are confirmed as the domain');
    await settled(page);
    await go(page, 'Risk');
    await settled(page);
    await page.getByText('30 records miss a key').waitFor();
    const unique = page.locator('.figure-card', { hasText: 'Unique records' });
    assert.match(await unique.textContent(), /a missing value is a value of its own.*a missing value matches anything: [\d.]+ %/s);
    assert.match(await page.locator('.figure-card', { hasText: 'Smallest class' }).textContent(), /a value of its own.*matches anything: \d/s);
    await go(page, 'Protect');
    await addMethod(page, 'Local suppression', ['group', 'town', 'age']);
    await settled(page);
    const loss = Number((await lineOf(page, 'loss')).replace(/[≈ %]/g, ''));
    assert.ok(loss > 0.1, `suppressed cells count: ${loss}`);
    await page.getByLabel('Utility to watch').selectOption('information-loss');
    await settled(page);
    assert.match(await page.locator('.release-state').textContent(), /does not count .*town/, 'which says what it does not count');
    app.check();
    await app.context.close();
  });
});

/** The headline is what the job says: one method, all that tie, or the best beside the one that can be released. */
async function tiesAreNamed(page) {
  let said = {};
  const job = /\/api\/jobs\/j\d+$/;
  await page.route(job, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const document = await response.json();
    if (document.result?.best) Object.assign(document.result, said);
    return route.fulfill({ response, json: document });
  });
  for (const [winner, best, headline] of [
    ['mdav', ['mdav', 'rank-swapping', 'additive-noise'], 'MDAV microaggregation, Rank swapping, and Additive noise lose least: their ranks tie.'],
    ['additive-noise', ['mdav'], 'MDAV microaggregation loses least, by the sum of its ranks. But no draw of it kept the limit; Additive noise is the best of which one did.'],
  ]) {
    said = { winner, best };
    await page.reload();
    await page.locator('main .lead').waitFor();
    assert.equal(await page.locator('main .lead').textContent(), headline);
  }
  await page.unroute(job);
  await page.reload();
  await page.locator('.map .point').first().waitFor();
  await settled(page);
}

test('results of a comparison belong to its settings, once each, and labels do not overlap', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '300', '--seed', '1', '-o', 'people.csv', '--quiet'), async (program) => {
    const app = await openApp(program);
    const { page } = app;
    await chooseFile(page, 'people.csv');
    await go(page, 'Compare');
    await page.getByText('Columns, utility and methods').click();
    for (const method of ['MDAV microaggregation', 'Rank swapping', 'Additive noise', 'Individual ranking']) await page.getByRole('group', { name: /^Methods/ }).getByLabel(method, { exact: true }).check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.waitForTimeout(1000); // the project is saved a moment after the last change
    await page.reload(); // while it runs: what came before comes again, once
    await page.getByText(/loses? least/).waitFor();
    await settled(page);
    const rows = page.getByRole('region', { name: 'Ranking' }).getByRole('row');
    assert.equal(await rows.count(), 5);
    const text = await page.locator('main').textContent();
    assert.doesNotMatch(text, /--\w|rank-swapping|additive-noise|distance-linkage/, 'titles, not ids');
    const boxes = await page.locator('.map .direct').evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().toJSON()));
    assert.ok(boxes.length > 1);
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) assert.ok(one.right <= other.left || other.right <= one.left || one.bottom <= other.top + 3 || other.bottom <= one.top + 3, 'labels of points overlap');
    }
    await tiesAreNamed(page);
    await page.locator('.map .point .hit').last().click(); // the last one lies on top of those near it
    await page.getByRole('dialog').getByRole('button', { name: 'Before and after' }).click();
    await page.getByRole('dialog').locator('.multiples figure').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('spinbutton', { name: 'Level' }).fill('7');
    await page.getByRole('spinbutton', { name: 'Level' }).press('Tab');
    await page.getByText('The settings have changed').waitFor();
    assert.equal(await page.locator('.map, .spark').count(), 0, 'results of another level are not shown');
    await page.getByRole('button', { name: /Undo/ }).click();
    await page.getByText(/loses? least/).waitFor();
    app.check();
    await app.context.close();
  });
});
