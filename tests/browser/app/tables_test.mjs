// The screens for tables and databases: a hierarchical table from sensitive cells to a safe pattern, and a database from
// its catalogue to an answer that was charged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chooseFile, closeBrowser, go, openApp, settled } from './browser.mjs';
import { picture } from './pictures.mjs';
import { command, withProgram } from './program.mjs';

after(closeBrowser);

/** A second crossing that shares totals with the first: both are tabs, and both are protected together. */
async function linkedTables(page, folder) {
  await page.getByRole('button', { name: 'Add a linked table' }).click();
  await page.getByRole('group', { name: 'Dimensions' }).getByLabel('region').check();
  await page.getByRole('group', { name: 'Dimensions' }).getByLabel('legal_form').check();
  await page.getByText(/^region × legal_form: \d+ of 54 cells are sensitive/).waitFor(); // 8 regions and 5 legal forms, with their totals
  await page.getByRole('button', { name: /^Run: Cell suppression/ }).click();
  await page.locator('.facts').waitFor();
  await settled(page);
  const total = async () => (await page.locator('.cells tbody tr').first().locator('td').first().textContent()).trim();
  const ofSecond = await total();
  await page.locator('.hidden-cell').first().waitFor();
  await picture(page, 'linked-tables');
  const before = readFileSync(join(folder, 'companies-table.csv'), 'utf8');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Write the table to publish' }).click();
  await page.getByRole('alert').getByText("a file 'companies-table.csv' exists").waitFor();
  assert.equal(readFileSync(join(folder, 'companies-table.csv'), 'utf8'), before, 'a file is replaced only where the user says so');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Write the table to publish' }).click();
  await page.getByRole('link', { name: 'companies-table.csv' }).waitFor();
  assert.match(readFileSync(join(folder, 'companies-table.csv'), 'utf8').split('\n')[0], /sector.*region|region.*sector/);
  await page.getByRole('group', { name: 'Linked tables' }).getByRole('button', { name: /sector/ }).click();
  await page.locator('.cells').getByText('sector').first().waitFor();
  assert.equal(await total(), ofSecond, 'linked tables share their total');
  await page.locator('.hidden-cell').first().waitFor();
}

/** The attacker's interval and the rule come with the mouse, with the keyboard and with a finger, and go again. */
async function hintsOfCells(page) {
  const hint = page.getByRole('tooltip');
  const cells = page.locator('.hidden-cell button');
  const known = async () => {
    await hint.waitFor();
    assert.match(await hint.textContent(), /An attacker can compute [\d,.]+ to [\d,.]+; the value is [\d,.]+\./);
    const box = await hint.boundingBox();
    const { width, height } = page.viewportSize();
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, 'the text lies inside the window');
  };
  await cells.first().hover();
  await known();
  await hint.hover(); // the pointer may go onto the text
  await page.waitForTimeout(400);
  await known();
  await page.getByRole('heading', { level: 1 }).hover();
  await hint.waitFor({ state: 'detached' });
  await cells.first().focus();
  await known();
  const described = await cells.first().getAttribute('aria-describedby');
  assert.equal(described, await hint.getAttribute('id'), 'a screen reader reads it with the cell');
  await page.keyboard.press('Escape');
  await hint.waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await known();
  await page.keyboard.press('Escape');
  await cells.nth(1).tap();
  await known();
  await page.getByRole('heading', { level: 1 }).tap();
  await hint.waitFor({ state: 'detached' });
}

test('a hierarchical table: sensitive cells, protection, intervals, comparison', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'companies', '--rows', '300', '--seed', '1', '-o', 'companies.csv', '--quiet'), async (program, folder) => {
    const app = await openApp(program, { viewport: { width: 1200, height: 760 }, hasTouch: true });
    const { page } = app;
    await chooseFile(page, 'companies.csv');
    await go(page, 'Roles');
    await settled(page);
    await page.getByRole('button', { name: 'Add sector' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How').selectOption('redaction');
    await settled(page);
    await dialog.getByRole('button', { name: 'Use this hierarchy' }).click();
    await go(page, 'Tables');
    await page.getByRole('group', { name: 'Dimensions' }).getByLabel('sector').check();
    await page.getByRole('group', { name: 'Dimensions' }).getByLabel('legal_form').check();
    await page.getByLabel('Sum of').selectOption('turnover');
    await page.getByLabel('p-percent', { exact: true }).check();
    await settled(page);
    await page.locator('.unsafe-cell').first().waitFor();
    const lead = await page.locator('.lead').textContent();
    assert.match(lead, /^\d+ of \d+ cells are sensitive/);
    const fold = page.locator('.cells tbody .fold').first();
    const rows = await page.locator('.cells tbody tr').count();
    await fold.click();
    assert.ok((await page.locator('.cells tbody tr').count()) < rows, 'a code folds away what is below it');
    await fold.click();
    await page.locator('.unsafe-cell button').first().focus();
    await page.getByRole('tooltip').getByText(/p-percent/).first().waitFor();
    await page.getByRole('spinbutton', { name: /^Time limit/ }).fill('5');
    await page.getByRole('spinbutton', { name: /^Time limit/ }).press('Tab');
    await page.getByRole('button', { name: /^Run: Cell suppression/ }).click();
    await page.locator('.hidden-cell').first().waitFor();
    await settled(page);
    await hintsOfCells(page);
    await page.locator('.hidden-cell button').first().focus();
    await page.getByRole('tooltip').getByText('An attacker can compute').waitFor();
    await picture(page, 'tables', { to: '.facts' });
    await page.getByRole('button', { name: 'Write the table to publish' }).click();
    await page.getByRole('link', { name: 'companies-table.csv' }).waitFor();
    const published = readFileSync(join(folder, 'companies-table.csv'), 'utf8');
    assert.match(published, /,x/, 'suppressed cells have no value');
    await page.getByRole('button', { name: 'Compare protections' }).click();
    await page.getByRole('row', { name: /suppress-/ }).first().waitFor();
    await linkedTables(page, folder);
    app.check();
    await app.context.close();
  });
});

test('a database: catalogue, budget, a question with its cost, the ledger', { timeout: 300_000 }, async () => {
  await withProgram((folder) => command(folder, 'sample', 'people', '--rows', '1000', '--seed', '1', '-o', 'people.csv', '--quiet'), async (program) => {
    const app = await openApp(program, { viewport: { width: 1200, height: 760 } });
    const { page } = app;
    await chooseFile(page, 'people.csv');
    await go(page, 'Databases');
    await page.getByRole('button', { name: 'Propose a catalogue' }).click();
    await page.getByRole('heading', { name: 'Table people' }).waitFor();
    await page.getByLabel('highest possible age').fill('105');
    await page.getByLabel('highest possible age').press('Tab');
    await page.getByRole('button', { name: 'Leave out weight' }).click();
    await picture(page, 'catalogue');
    assert.ok(await page.getByRole('button', { name: 'Create' }).isDisabled(), 'what is from the data must be confirmed');
    const marked = page.getByRole('button', { name: /^May be public / });
    const before = await marked.count();
    await marked.first().click();
    assert.equal(await marked.count(), before - 1, 'one column is confirmed');
    await page.getByRole('button', { name: /^All \d+ may be public/ }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('What do you want to know?').fill('SELECT COUNT(*) FROM people WHERE age >= 60');
    await page.locator('.cost').getByText(/This costs ε/).first().waitFor();
    await page.locator('.cost').getByText(/Expect an error of about [\d.]+\./).waitFor();
    await page.getByLabel('What do you want to know?').fill('SELECT AVG(income) FROM people');
    await page.locator('.cost').getByText(/errors of its parts: .*count ± [\d.,]+/).waitFor();
    await page.getByLabel('What do you want to know?').fill('SELECT COUNT(*) FROM people WHERE age >= 60');
    await page.getByLabel('ε', { exact: true }).fill('0.5');
    await page.getByLabel('ε', { exact: true }).press('Tab');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    const answer = Number((await page.locator('.answer .big').textContent()).replace(/,/g, ''));
    assert.ok(answer > 50 && answer < 500, `about 200 of 1,000 people are 60 or older, not ${answer}`);
    await page.getByText('The ledger is intact').waitFor();
    const ledger = page.getByRole('region', { name: 'Ledger' });
    const entry = ledger.getByRole('row', { name: /COUNT/ });
    await entry.waitFor();
    assert.match(await entry.textContent(), /\d{4}-\d\d-\d\d.*answered.*0\.5$/, 'who, when, what and the charge');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await ledger.getByRole('row', { name: /asked again, free/ }).waitFor();
    await picture(page, 'ledger', { to: '.card:has(h2:text("Budget"))' });
    assert.match(await page.locator('.card:has(h2:text("Budget"))').textContent(), /ε = 0\.5 of 3 spent/, 'the same question costs nothing more');
    assert.match(await page.locator('.card:has(h2:text("Budget")) code').first().textContent(), /^\d+:[0-9a-f]{64}$/, 'the head of the ledger');
    await picture(page, 'databases');
    app.check();
    await app.context.close();
  });
});
