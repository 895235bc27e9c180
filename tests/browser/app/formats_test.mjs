// SPSS and Parquet files along the short path: choose, protect, release in the same format. The released file is read
// back by the program.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chooseFile, closeBrowser, go, openApp, settled } from './browser.mjs';
import { command, withProgram } from './program.mjs';

after(closeBrowser);

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
      for (const box of await page.locator('.checklist').getByRole('checkbox').all()) await box.check();
      await settled(page);
      await page.getByRole('button', { name: 'Write the release' }).click();
      await page.getByRole('heading', { name: 'Released' }).waitFor();
      assert.equal(JSON.parse(command(folder, 'inspect', `people-release.${extension}`, '--json')).rows, 300);
      app.check();
      await app.context.close();
    });
  });
}
