// A CSV file that is uploaded and read in another way than assumed; SPSS and Parquet files along the short path: choose, protect, release in the same format. The released file is read
// back by the program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { acceptWarnings, chooseFile, closeBrowser, go, openApp, settled } from './browser.mjs';
import { command, sfumato, withProgram } from './program.mjs';

after(closeBrowser);

/** Protects the amounts, releases the file, and compares it with what the command of the page writes. */
async function releasedByCommand(page, folder) {
  await go(page, 'Protect');
  await page.getByRole('button', { name: 'Add a step' }).click();
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('group', { name: 'Columns' }).getByRole('checkbox').all()) await box.uncheck();
  await dialog.getByRole('group', { name: 'Columns' }).getByLabel('ingreso').check();
  await page.waitForFunction(() => [...document.querySelectorAll('dialog button')].some((button) => button.textContent === 'Individual ranking' && !button.disabled));
  await dialog.getByRole('button', { name: 'Individual ranking', exact: true }).click();
  await settled(page);
  await go(page, 'Release');
  await settled(page);
  await acceptWarnings(page);
  await settled(page);
  await page.getByRole('button', { name: 'Write the release' }).click();
  await page.getByRole('heading', { name: 'Released' }).waitFor();
  const line = await page.locator('.done .command code').textContent();
  assert.match(line, /--encoding windows-1252 --missing 9/); // delimiter and decimal sign are found again
  const written = join(folder, 'encuesta-release.csv');
  const bytes = readFileSync(written);
  rmSync(written);
  execFileSync('bash', ['-c', `${line} --force`], { cwd: folder, env: { ...process.env, PATH: `${dirname(sfumato)}:${process.env.PATH}` }, stdio: ['ignore', 'pipe', 'pipe'] });
  assert.deepEqual(readFileSync(written), bytes, `not the same file by: ${line}`);
  assert.equal(bytes.toString('utf8').split('\n').length, 42, '40 records, names, and the end');
}

test('a file is uploaded, and what was assumed about it can be corrected', { timeout: 300_000 }, async () => {
  await withProgram(() => {}, async (program, folder) => {
    const app = await openApp(program);
    const { page } = app;
    const rows = Array.from({ length: 40 }, (_, at) => `${['Málaga', 'Jaén', 'León'][at % 3]};${at},5;${at % 10}`);
    await page.locator('input[type=file]').setInputFiles({ name: 'encuesta.csv', mimeType: 'text/csv', buffer: Buffer.from(`ciudad;ingreso;grupo\n${rows.join('\n')}\n`, 'latin1') });
    await page.locator('table.preview').getByText('Málaga').first().waitFor();
    await page.getByText('40 records · 3 columns').waitFor();
    const assumed = page.getByRole('group', { name: 'Assumed about the file' });
    assert.match(await assumed.getByLabel('Delimiter').locator('option').first().textContent(), /semicolon/);
    assert.match(await assumed.getByLabel('Decimal').locator('option').first().textContent(), /comma/);
    await assumed.getByLabel('Missing in all columns').fill('9');
    await assumed.getByLabel('Missing in all columns').press('Tab');
    await page.locator('table.preview').getByText('missing').first().waitFor();
    await go(page, 'Roles');
    await settled(page);
    await page.getByRole('row', { name: /^grupo/ }).getByRole('cell', { name: '4', exact: true }).first().waitFor(); // every tenth of 40 records has the code 9
    await go(page, 'Data');
    await assumed.getByLabel('Delimiter').selectOption(',');
    await page.locator('[role=alert], main h2:has-text("Problems"), table.preview').first().waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('table.preview').getByText('Málaga').first().waitFor();
    assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.csv')), ['encuesta.csv']);
    await settled(page);
    await releasedByCommand(page, folder);
    app.check();
    await app.context.close();
  });
});

for (const [extension, format] of [['sav', /sav|SPSS/i], ['parquet', /parquet/i]]) {
  test(`a .${extension} file is read, protected and released`, { timeout: 300_000 }, async () => {
    await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '300', '--seed', '2', '-o', `people.${extension}`, '--quiet'), async (program, folder) => {
      const app = await openApp(program);
      const { page } = app;
      await chooseFile(page, `people.${extension}`);
      await page.getByText('300 records · 12 columns').waitFor();
      assert.match(await page.locator('.chips').textContent(), format);
      await go(page, 'Protect');
      await page.getByRole('button', { name: 'Add a step' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rank swapping', exact: true }).click();
      await settled(page);
      await go(page, 'Release');
      await page.getByLabel('Format').selectOption(extension);
      await settled(page);
      await acceptWarnings(page);
      await settled(page);
      await page.getByRole('button', { name: 'Write the release' }).click();
      await page.getByRole('heading', { name: 'Released' }).waitFor();
      assert.equal(JSON.parse(command(folder, 'inspect', `people-release.${extension}`, '--json')).rows, 300);
      app.check();
      await app.context.close();
    });
  });
}
