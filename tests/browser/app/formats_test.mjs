// A CSV file that is uploaded and read in another way than assumed; SPSS and Parquet files along the short path: choose, protect, release in the same format. The released file is read
// back by the program.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { acceptWarnings, chooseFile, closeBrowser, go, openApp, settled } from './browser.mjs';
import { command, withProgram } from './program.mjs';

after(closeBrowser);

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
