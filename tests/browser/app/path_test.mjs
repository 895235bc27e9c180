// The whole path with a CSV file, from the file to the release, in a real browser; the pictures of the guide are taken on
// the way. What was clicked is what runs: the command that the page gives writes the same bytes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { acceptWarnings, chooseFile, closeBrowser, go, openApp, settled } from './browser.mjs';
import { picture } from './pictures.mjs';
import { command, sfumato, withProgram } from './program.mjs';

after(closeBrowser);

const quasi = ['age', 'sex', 'region', 'education', 'marital_status'];

async function declareRoles(page) {
  await go(page, 'Roles');
  await settled(page);
  await page.getByLabel('role of savings').selectOption('non-confidential');
  assert.equal(await page.getByLabel('role of savings').inputValue(), 'non-confidential');
  await page.getByRole('button', { name: /Undo/ }).click();
  assert.equal(await page.getByLabel('role of savings').inputValue(), 'confidential');
  await page.getByRole('button', { name: /Redo/ }).click();
  assert.equal(await page.getByLabel('role of savings').inputValue(), 'non-confidential');
  await page.keyboard.press('Control+z');
  await settled(page);
  await picture(page, 'roles');
  await page.getByRole('button', { name: 'Add age' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How').selectOption('intervals');
  await dialog.getByLabel('Widths of the levels').fill('10, 20');
  await dialog.getByLabel('Widths of the levels').press('Tab');
  await settled(page);
  await dialog.getByRole('heading', { name: 'Effect on uniqueness' }).waitFor();
  await picture(page, 'hierarchy');
  await dialog.getByRole('button', { name: 'Use this hierarchy' }).click();
  await page.getByRole('button', { name: 'change age' }).waitFor();
}

async function lookAtRisk(page) {
  await go(page, 'Risk');
  await settled(page);
  const sentence = page.locator('.lead').first();
  const before = await sentence.textContent();
  assert.match(before, /797/); // as `sfumato inspect` counts them: 797 of 1,000 are unique on the five columns
  await picture(page, 'risk');
  await page.getByRole('group', { name: 'What an intruder may know' }).getByLabel('age').uncheck();
  await settled(page);
  assert.notEqual(await sentence.textContent(), before);
  await page.keyboard.press('Control+z');
}

async function lookAtPopulation(page, folder) {
  await go(page, 'Risk');
  await settled(page);
  const rows = page.getByRole('region', { name: 'What a population table adds' });
  await page.getByRole('combobox', { name: /^Population/ }).selectOption('register.csv');
  await rows.waitFor();
  await settled(page);
  const average = rows.getByRole('row', { name: /on average/ }).getByRole('button');
  const before = await average.textContent();
  const shown = Number(before.replace(/[^\d.]/g, ''));
  const counted = JSON.parse(execFileSync(sfumato, ['measure', 'people.csv', '--keys', quasi.join(','), '--measures', 'reidentification', '--set', 'reidentification.population=register.csv', '--json'], { cwd: folder })).measures.reidentification.details.journalist.average;
  assert.ok(Math.abs(shown - counted) < 0.01 * counted, `${shown} is not what the command counts, ${counted}`);
  await picture(page, 'population', { to: 'section:has(> h2:text("What a population table adds"))' });
  await page.getByRole('group', { name: 'What an intruder may know' }).getByLabel('education').uncheck();
  await settled(page);
  assert.notEqual(await average.textContent(), before, 'the numbers follow the knowledge');
  await page.keyboard.press('Control+z');
  await page.getByRole('combobox', { name: /^Population/ }).selectOption('');
  await rows.waitFor({ state: 'detached' });
}

async function addStep(page, title, columns) {
  await page.getByRole('button', { name: 'Add a step' }).click();
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('group', { name: 'Columns' }).getByRole('checkbox').all()) await box.uncheck();
  for (const column of columns) await dialog.getByRole('group', { name: 'Columns' }).getByLabel(column).check();
  const button = dialog.getByRole('button', { name: title, exact: true });
  await page.waitForFunction(() => [...document.querySelectorAll('dialog .methods li')].every((each) => each.querySelector('img')?.naturalWidth > 0)); // every method has its picture
  await page.waitForFunction((name) => [...document.querySelectorAll('dialog button')].some((each) => each.textContent === name && !each.disabled), title);
  assert.notEqual(await dialog.locator('li.greyed .reason').count(), 0, 'methods that do not fit say why');
  await picture(page, 'add-step');
  await button.click();
  await dialog.waitFor({ state: 'detached' });
}

async function stateOf(page, label) {
  const shown = await page.locator('.release-state .state-line', { hasText: label }).first().getByRole('button').textContent();
  return Number(shown.replace(/[≈, %]/g, ''));
}

async function protect(page) {
  await go(page, 'Protect');
  await addStep(page, 'MDAV microaggregation', quasi);
  await page.locator('.step-card').getByRole('spinbutton').first().fill('5');
  await page.locator('.step-card').getByRole('spinbutton').first().press('Tab');
  await settled(page);
  await page.getByText('verified in the file').first().waitFor();
  assert.ok((await stateOf(page, 'after')) < (await stateOf(page, 'before')), 'the step lowers the risk');
  await page.locator('.multiples figure').first().waitFor();
  await picture(page, 'protect');
  const slider = page.locator('.step-card').getByRole('slider').first();
  await slider.focus();
  for (let times = 0; times < 5; ++times) await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.ok(Number(await page.locator('.step-card').getByRole('spinbutton').first().inputValue()) > 5);
  await page.keyboard.press('Control+z'); // one movement of a slider is one step
  assert.equal(await page.locator('.step-card').getByRole('spinbutton').first().inputValue(), '5');
}

async function twoAlternatives(page) {
  await page.getByRole('button', { name: 'Try a second alternative' }).click();
  await page.locator('.step-card').getByRole('spinbutton').first().fill('20');
  await page.locator('.step-card').getByRole('spinbutton').first().press('Tab');
  await settled(page);
  await page.getByRole('heading', { name: 'Side by side' }).waitFor();
  await picture(page, 'alternatives', { to: 'section:has(> h2:text("Side by side"))' });
  await page.getByRole('button', { name: 'Work on A' }).click();
  await page.getByRole('button', { name: 'Adopt A' }).click();
  assert.equal(await page.locator('.step-card').getByRole('spinbutton').first().inputValue(), '5');
}

/** Ranks may tie: the headline names each method that the ranking has in the first place, and no other. */
async function headlineNamesAllBest(page) {
  const rows = await page.getByRole('region', { name: 'Ranking' }).locator('tbody tr').evaluateAll((lines) => lines.map((line) => [line.cells[0].textContent.trim(), line.cells[1].textContent.trim()]));
  const [headline] = (await page.locator('main .lead').textContent()).split(' But '); // what is released where no draw of the best kept the limit
  for (const [rank, method] of rows) assert.equal(headline.includes(method), rank === '1', `${method} has rank ${rank}, and the headline is: ${headline}`);
}

async function compare(page) {
  await go(page, 'Compare');
  await page.getByText('Columns, utility and methods').click();
  for (const method of ['MDAV microaggregation', 'Rank swapping', 'Additive noise']) await page.getByRole('group', { name: /^Methods/ }).getByLabel(method, { exact: true }).check();
  await page.getByText('Columns, utility and methods').click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText(/loses? least/).waitFor();
  await settled(page);
  assert.equal(await page.locator('.map .point').count(), 3);
  await headlineNamesAllBest(page);
  assert.equal(await page.locator('.spark:has(path.after):has(.taken)').count(), 3, 'each method draws its calibration, and marks the setting that it took');
  await page.getByRole('img', { name: /^MDAV microaggregation: risk by k, \d+ settings tried/ }).waitFor();
  await picture(page, 'compare', { to: 'section:has(.map)' });
  await picture(page, 'ranking', { to: 'section:has(> h2:text("Ranking"))' });
  await page.getByRole('button', { name: 'As in the report' }).click();
  await page.waitForFunction(() => document.querySelector('.report-figure')?.naturalWidth > 0);
  assert.match(await page.locator('.report-figure').getAttribute('alt'), / against distance-linkage$/);
  await page.getByRole('button', { name: 'Live' }).click();
  await page.locator('.map .point').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Adopt as a step' }).click();
  await page.getByRole('heading', { level: 1, name: 'Protect' }).waitFor();
  assert.equal(await page.locator('.step-card').count(), 2);
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('.step-card').count(), 1);
}

async function release(page, folder) {
  await go(page, 'Release');
  await settled(page);
  await page.getByText('writes the same file again, byte for byte').waitFor(); // microaggregation draws nothing
  assert.ok(await page.getByRole('button', { name: 'Write the release' }).isDisabled(), 'warnings of grade stop are not accepted yet');
  await picture(page, 'checklist');
  const first = page.locator('.checklist > li.stop').first();
  await first.getByRole('checkbox').check();
  await first.getByText('Name and reason are missing').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Write the release' }).isDisabled(), 'a name and a reason are needed');
  await acceptWarnings(page, 'Dr. <b>Ada</b>', 'agreed on 3 May & signed');
  await settled(page);
  await page.getByRole('button', { name: 'Write the release' }).click();
  await page.getByRole('heading', { name: 'Released' }).waitFor();
  const report = page.frameLocator('.done iframe.report');
  await report.getByRole('heading', { name: 'Accepted warnings' }).waitFor();
  await report.getByRole('row', { name: /Dr\. <b>Ada<\/b> agreed on 3 May & signed/ }).first().waitFor();
  await picture(page, 'release', { to: '.done' });
  const links = await page.locator('.done a[download]').evaluateAll((found) => found.map((link) => link.href));
  assert.ok(links.length >= 6, `${links.length} files`);
  for (const link of links) assert.equal((await page.request.get(link)).status(), 200, `${link} can be loaded`);
  const written = join(folder, 'people-release.csv');
  assert.ok(existsSync(written));
  const bytes = readFileSync(written);
  const line = await page.locator('.done .command code').textContent();
  for (const name of ['people-release.csv', 'people-release.toml', 'people-release.html']) if (existsSync(join(folder, name))) renameSync(join(folder, name), join(folder, `first-${name}`));
  execFileSync('bash', ['-c', line], { cwd: folder, env: { ...process.env, PATH: `${dirname(sfumato)}:${process.env.PATH}` }, stdio: ['ignore', 'pipe', 'pipe'] });
  assert.match(readFileSync(join(folder, 'people-release.html'), 'utf8'), /Accepted warnings/, 'the command makes the same report');
  assert.deepEqual(readFileSync(written), bytes, `not the same file by: ${line}`);
}

test('from a CSV file to a release that the command line repeats', { timeout: 600_000 }, async () => {
  await withProgram((folder) => {
    command(folder, 'sample', 'people', '--rows', '1000', '--seed', '1', '-o', 'people.csv', '--quiet');
    command(folder, 'sample', 'people', '--rows', '20000', '--seed', '2', '-o', 'register.csv', '--quiet');
  }, async (program, folder) => {
    const app = await openApp(program, { viewport: { width: 1200, height: 760 } });
    const { page } = app;
    await chooseFile(page, 'people.csv');
    await page.getByText('1,000 records · 12 columns').waitFor();
    await picture(page, 'data');
    await declareRoles(page);
    await lookAtRisk(page);
    await lookAtPopulation(page, folder);
    await protect(page);
    await twoAlternatives(page);
    await compare(page);
    await release(page, folder);
    await go(page, 'Jobs');
    await page.getByRole('row').nth(3).waitFor();
    await picture(page, 'jobs');
    app.check();
    await app.context.close();
  });
});
