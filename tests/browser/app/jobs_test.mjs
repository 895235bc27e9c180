// Jobs and the program itself, stopped from the page: a long job has a bar and a stop button, goes on while the user looks
// elsewhere and after a reload, and the program ends where the user says so. Files are dropped on the page.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chooseFile, closeBrowser, go, openApp, settled } from './browser.mjs';
import { command, newFolder, startProgram, withProgram } from './program.mjs';

after(closeBrowser);

test('a long job goes on elsewhere and after a reload, and stops from the page', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '60000', '--seed', '9', '-o', 'people.csv', '--quiet'), async (program) => {
    const app = await openApp(program);
    const { page } = app;
    await chooseFile(page, 'people.csv');
    await go(page, 'Compare');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const bar = page.locator('.running-bar .running-one', { hasText: 'Compare methods' });
    await bar.waitFor();
    await go(page, 'Roles');
    await bar.waitFor(); // in view on every screen
    await page.waitForTimeout(1000); // the project is saved a moment after the last change
    await page.reload();
    await go(page, 'Compare');
    await bar.waitFor();
    await bar.getByRole('button', { name: 'Stop' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByText('This was stopped.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Compare', exact: true }).isEnabled(), 'it can be started again');
    await go(page, 'Jobs');
    await page.getByRole('row', { name: /compare.*stopped/i }).first().waitFor();
    app.check();
    await app.context.close();
  });
});

test('the program ends from the page, and the project is there again', { timeout: 300_000 }, async () => {
  const folder = newFolder();
  command(folder, 'sample', 'people', '--rows', '100', '--seed', '9', '-o', 'people.csv', '--quiet');
  let program = await startProgram(folder);
  const app = await openApp(program);
  app.allow(/ERR_|Failed to load resource/); // the browser reports refused connections itself
  const { page } = app;
  await chooseFile(page, 'people.csv');
  await go(page, 'Roles');
  await settled(page);
  await page.getByLabel('role of tax').selectOption('non-confidential');
  const asked = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('button', { name: 'Quit' }).click();
  await page.getByText('The program has stopped').waitFor();
  await program.ended;
  assert.equal(asked.length, 1, 'it asks first');
  assert.deepEqual(readdirSync(folder).filter((name) => !name.startsWith('.')).sort(), ['people.csv', 'people.toml'], 'nothing else is left in the folder');
  app.check();
  await app.context.close();
  program = await startProgram(folder);
  const again = await openApp(program);
  await go(again.page, 'Roles');
  assert.equal(await again.page.getByLabel('role of tax').inputValue(), 'non-confidential');
  again.check();
  await again.context.close();
  await program.stop();
});

test('a file is dropped anywhere on the page', { timeout: 120_000 }, async () => {
  await withProgram(() => {}, async (program, folder) => {
    const app = await openApp(program);
    const { page } = app;
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['town,age\nA,1\nB,2\nA,3\n'], 'dropped.csv', { type: 'text/csv' }));
      return transfer;
    });
    for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer: data });
    await page.getByText('3 records · 2 columns').waitFor();
    assert.deepEqual(readdirSync(folder).filter((name) => !name.startsWith('.')), ['dropped.csv']);
    app.check();
    await app.context.close();
  });
});

test('made-up data never replace a file of the user', { timeout: 120_000 }, async () => {
  await withProgram((folder) => writeFileSync(join(folder, 'people.csv'), 'mine\n1\n'), async (program, folder) => {
    const app = await openApp(program);
    const { page } = app;
    await page.getByText('Make up data to try').click();
    await page.getByRole('combobox', { name: /^Kind/ }).selectOption('people');
    await page.getByRole('button', { name: 'Make', exact: true }).click();
    await page.getByText('people-2.csv · 1,000 records').waitFor();
    assert.equal(readFileSync(join(folder, 'people.csv'), 'utf8'), 'mine\n1\n');
    app.check();
    await app.context.close();
  });
});
