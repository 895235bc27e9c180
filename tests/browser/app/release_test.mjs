// What the page says of a release is true: without a seed a random method draws anew, and the page says so; with one the
// command writes the same bytes. The numbers shown with a release are those of the file as it was written.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { acceptWarnings, chooseFile, closeBrowser, go, openApp, settled } from './browser.mjs';
import { command, sfumato, withProgram } from './program.mjs';

after(closeBrowser);

/** Runs the command that the page gives, as a user would in a shell, and gives the file that it wrote. */
function fileByCommand(folder, line) {
  execFileSync('bash', ['-c', `${line} --force`], { cwd: folder, env: { ...process.env, PATH: `${dirname(sfumato)}:${process.env.PATH}` }, stdio: ['ignore', 'pipe', 'pipe'] });
  return readFileSync(join(folder, 'people-release.csv'));
}

/** The released numbers on the page, by the title of their measure. */
async function releasedNumbers(page) {
  return Object.fromEntries(await page.locator('.released-numbers > div').evaluateAll((lines) => lines.map((line) => [line.querySelector('dt').textContent, line.querySelector('dd button').textContent.trim()])));
}

async function swapped(page) {
  await chooseFile(page, 'people.csv');
  await go(page, 'Protect');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rank swapping', exact: true }).click();
  await settled(page);
  await page.getByLabel('Utility to watch').selectOption('information-loss');
  await page.getByLabel('Risk to watch').selectOption('distance-linkage');
  await settled(page);
}

/** Writes the release, in place of an earlier one, and gives its bytes. */
async function write(page, folder) {
  await acceptWarnings(page);
  await settled(page);
  const again = await page.locator('.done').isVisible(); // then its files exist
  await page.getByRole('button', { name: 'Write the release' }).click();
  if (again) await page.getByRole('button', { name: 'Replace the files that exist' }).click();
  await page.getByRole('heading', { name: 'Released' }).waitFor();
  await settled(page);
  return readFileSync(join(folder, 'people-release.csv'));
}

function measuredByCommand(folder, measure) {
  return JSON.parse(command(folder, 'measure', 'people.csv', 'people-release.csv', '--roles', 'people-release.roles.toml', '--measures', measure, '--json')).measures[measure].value;
}

test('a random method without a seed: the page says that the command makes another draw', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '400', '--seed', '8', '-o', 'people.csv', '--quiet'), async (program, folder) => {
    const app = await openApp(program);
    const { page } = app;
    await swapped(page);
    assert.match(await page.locator('.release-state').textContent(), /≈ of one draw/);
    await go(page, 'Release');
    await settled(page);
    assert.equal(await page.getByRole('checkbox', { name: /^Repeatable/ }).isChecked(), false);
    await page.getByText('the command makes another draw with the same settings, not the same file').waitFor();
    await page.getByText('Preview of the report').click();
    await page.frameLocator('iframe[title="Preview of the report"]').getByRole('heading', { name: 'Verdict' }).waitFor();
    const bytes = await write(page, folder);
    await page.getByRole('heading', { name: 'The same settings on the command line' }).waitFor();
    await page.locator('.done').getByText('without a seed the command makes another draw').waitFor();
    const line = await page.locator('.done .command code').textContent();
    assert.doesNotMatch(line, /--seed/);
    const shown = await releasedNumbers(page);
    assert.equal(Object.keys(shown).length, 2);
    assert.equal(shown['Distance-based record linkage'] ?? shown[Object.keys(shown)[0]], `${measuredByCommand(folder, 'distance-linkage').toFixed(1)} %`);
    assert.equal(shown['Information loss'] ?? shown[Object.keys(shown)[1]], `${measuredByCommand(folder, 'information-loss').toFixed(1)} %`);
    await page.reload();
    await page.getByRole('heading', { name: 'Released' }).waitFor(); // the job is known after a reload
    assert.notDeepEqual(fileByCommand(folder, line), bytes, 'another draw');

    await page.getByRole('checkbox', { name: /^Repeatable/ }).check();
    const seed = await page.getByLabel('Seed', { exact: true }).inputValue();
    assert.ok(Number.isSafeInteger(Number(seed)) && Number(seed) > 2 ** 32, `a seed that cannot be guessed is proposed, not ${seed}`);
    await settled(page);
    await page.locator('.checklist > li.stop').filter({ hasText: 'seed' }).waitFor(); // what a seed means must be accepted
    assert.doesNotMatch(await page.locator('.release-state').textContent(), /≈/, 'the draw that is shown is the one that is released');
    const loss = (await page.locator('.release-state .state-line', { hasText: 'loss' }).first().getByRole('button').textContent()).trim();
    const seeded = await write(page, folder);
    await page.locator('.done').getByText('writes the same file again, byte for byte').waitFor();
    assert.equal(Object.values(await releasedNumbers(page))[1], loss, 'the numbers at the side were those of the file');
    const second = await page.locator('.done .command code').textContent();
    assert.match(second, new RegExp(`--seed ${seed}$`));
    assert.deepEqual(fileByCommand(folder, second), seeded, `not the same file by: ${second}`);
    assert.doesNotMatch(readFileSync(join(folder, 'people-release.html'), 'utf8'), new RegExp(seed), 'the report to sign does not have the seed');
    app.check();
    await app.context.close();
  });
});

test('records in random order are measured by the records that they came from', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '400', '--seed', '8', '-o', 'people.csv', '--quiet'), async (program) => {
    const app = await openApp(program);
    const { page } = app;
    await swapped(page);
    const lines = async () => (await page.locator('.release-state .state-line').evaluateAll((found) => found.map((line) => line.querySelector('button').textContent.trim()))).join();
    await go(page, 'Release');
    await page.getByRole('checkbox', { name: /^Repeatable/ }).check();
    await page.getByLabel('Seed', { exact: true }).fill('11');
    await page.getByLabel('Seed', { exact: true }).press('Tab');
    await settled(page);
    const before = await lines();
    await page.getByRole('checkbox', { name: /^For the public/ }).check();
    await settled(page);
    assert.equal(await lines(), before, 'the order of the records changes no number');
    app.check();
    await app.context.close();
  });
});

test('nothing can be written while the check runs, and the page says why', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '200', '--seed', '8', '-o', 'people.csv', '--quiet'), async (program) => {
    const app = await openApp(program);
    const { page } = app;
    await chooseFile(page, 'people.csv');
    await go(page, 'Protect');
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rank swapping', exact: true }).click();
    await settled(page);
    await go(page, 'Release');
    await settled(page);
    await acceptWarnings(page);
    const button = page.getByRole('button', { name: 'Write the release' });
    assert.ok(await button.isEnabled());
    // A check that takes long: its answer waits until the test lets it go.
    let go_on = () => {};
    const held = new Promise((resolve) => { go_on = resolve; });
    await page.route('**/api/jobs?wait=*', async (route) => {
      if (JSON.parse(route.request().postData()).check) await held;
      await route.continue();
    });
    await page.getByRole('checkbox', { name: /^For the public/ }).check();
    assert.ok(await button.isDisabled(), 'at once');
    await page.waitForTimeout(500);
    assert.ok(await button.isDisabled(), 'and until the check is done');
    assert.equal(await page.locator('#why-not').textContent(), 'The check is still running.');
    assert.equal(await button.getAttribute('aria-describedby'), 'why-not');
    go_on();
    await settled(page);
    await acceptWarnings(page);
    assert.ok(await button.isEnabled());
    assert.equal(await page.locator('#why-not').textContent(), '');
    app.check();
    await app.context.close();
  });
});

test('the file is written with the delimiter, the decimal and the encoding that were chosen, and the command says so', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '200', '--seed', '8', '-o', 'people.csv', '--quiet'), async (program, folder) => {
    const app = await openApp(program);
    const { page } = app;
    await swapped(page);
    await go(page, 'Release');
    await settled(page);
    await page.getByRole('checkbox', { name: /^Repeatable/ }).check();
    await settled(page);
    const written = page.getByRole('group', { name: 'Written with' });
    await written.getByLabel('Delimiter').selectOption(',');
    await written.getByLabel('Decimal').selectOption(',');
    await settled(page);
    await page.getByText('a comma cannot separate fields').waitFor(); // at the check, before anything is written
    assert.ok(await page.getByRole('button', { name: 'Write the release' }).isDisabled());
    await written.getByLabel('Delimiter').selectOption(';');
    await written.getByLabel('Encoding').selectOption('utf-16le');
    await settled(page);
    const bytes = await write(page, folder);
    assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xfe]);
    assert.match(bytes.subarray(2).toString('utf16le').split('\n')[0], /;/);
    const line = await page.locator('.done .command code').textContent();
    assert.match(line, /--output-delimiter ';'/);
    assert.match(line, /--output-decimal ,/);
    assert.match(line, /--output-encoding utf-16le/);
    assert.deepEqual(fileByCommand(folder, line), bytes);
    await page.reload();
    await settled(page);
    assert.equal(await page.getByRole('group', { name: 'Written with' }).getByLabel('Delimiter').inputValue(), ';');
    await page.getByLabel('Format').selectOption('parquet');
    await settled(page);
    assert.equal(await page.getByRole('group', { name: 'Written with' }).count(), 0);
    app.check();
    await app.context.close();
  });
});
