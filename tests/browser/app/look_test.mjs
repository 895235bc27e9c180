// Every screen in light and dark, from a telephone to a wide window, with the keyboard alone, and on paper: axe-core
// finds nothing serious, nothing scrolls sideways, and every control can be reached.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chooseFile, closeBrowser, go, openApp, seriousFaults, settled, sidewaysScroll } from './browser.mjs';
import { command, withProgram } from './program.mjs';

after(closeBrowser);

const screens = ['Data', 'Roles', 'Risk', 'Protect', 'Compare', 'Release', 'Tables', 'Databases', 'Jobs'];
const widths = [360, 768, 1280, 1920];

function people(folder) {
  command(folder, 'sample', 'people', '--rows', '300', '--seed', '3', '-o', 'people.csv', '--quiet');
  command(folder, 'sample', 'people', '--rows', '2000', '--seed', '4', '-o', 'register.csv', '--quiet');
}

async function protectedProject(page) {
  await chooseFile(page, 'people.csv');
  await go(page, 'Protect');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rank swapping', exact: true }).click();
  await page.getByRole('button', { name: 'Try a second alternative' }).click();
  await go(page, 'Tables');
  await page.getByRole('group', { name: 'Dimensions' }).getByLabel('sex').check();
  await page.getByRole('group', { name: 'Dimensions' }).getByLabel('region').check();
  await page.getByRole('group', { name: 'Sensitivity rules' }).getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Add a linked table' }).click();
  await page.getByRole('group', { name: 'Dimensions' }).getByLabel('education').check();
  await settled(page);
  await go(page, 'Risk');
  await page.getByRole('combobox', { name: /^Population/ }).selectOption('register.csv');
  await go(page, 'Databases');
  await page.getByRole('button', { name: 'Propose a catalogue' }).click();
  await page.getByRole('button', { name: /^All \d+ may be public/ }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByLabel('What do you want to know?').fill('SELECT COUNT(*) FROM people WHERE age >= 60');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('region', { name: 'Ledger' }).waitFor();
  await go(page, 'Compare');
  await page.getByText('Columns, utility and methods').click();
  await page.getByRole('group', { name: /^Methods/ }).getByLabel('Rank swapping', { exact: true }).check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'As in the report' }).click();
  await settled(page);
}

for (const colorScheme of ['light', 'dark']) {
  test(`every screen is accessible and fits, ${colorScheme}`, { timeout: 600_000 }, async () => {
    await withProgram(people, async (program) => {
      const app = await openApp(program, { colorScheme });
      const { page } = app;
      await protectedProject(page);
      for (const screen of screens) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await go(page, screen);
        await settled(page);
        assert.deepEqual(await seriousFaults(page), [], `${screen}, ${colorScheme}`);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          assert.ok((await sidewaysScroll(page)) <= 0, `${screen} scrolls sideways at ${width}`);
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await go(page, 'Protect');
      await page.getByRole('button', { name: 'Add a step' }).click();
      await settled(page);
      assert.deepEqual(await seriousFaults(page), [], `the dialog of methods, ${colorScheme}`);
      await page.setViewportSize({ width: 360, height: 800 });
      assert.ok(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth), 'the dialog of methods fits a telephone');
      app.check();
      await app.context.close();
    });
  });
}

/** Presses Tab until the element with the focus fits. */
async function tabTo(page, fits, limit = 120) {
  for (let times = 0; times < limit; ++times) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element?.getAttribute('aria-label') ?? (element?.labels?.[0]?.textContent || element?.textContent) ?? '';
      return { tag: element?.tagName ?? '', text: label.trim() };
    });
    if (fits.test(focused.text)) return;
  }
  assert.fail(`no way by keyboard to ${fits}`);
}

test('the keyboard alone suffices', { timeout: 300_000 }, async () => {
  await withProgram(people, async (program) => {
    const app = await openApp(program);
    const { page } = app;
    await tabTo(page, /^In the folder/);
    await page.keyboard.press('p'); // a select takes the first entry that begins so
    await page.locator('table.preview').waitFor();
    await settled(page);
    await tabTo(page, /^Next: roles/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    await settled(page);
    await tabTo(page, /^role of savings/);
    await page.keyboard.press('n');
    assert.equal(await page.getByLabel('role of savings').inputValue(), 'non-confidential');
    await page.goto(`${program.base}#protect`);
    await tabTo(page, /^Add a step/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll('dialog button')].some((button) => button.textContent === 'Rank swapping' && !button.disabled));
    await tabTo(page, /^Rank swapping$/);
    await page.keyboard.press('Enter');
    await page.locator('.step-card').waitFor();
    await settled(page);
    await tabTo(page, /^Window/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    assert.equal(await page.locator('.step-card').count(), 0);
    await page.keyboard.press('Control+Shift+z');
    assert.equal(await page.locator('.step-card').count(), 1);
    await page.goto(`${program.base}#release`);
    await settled(page);
    const stops = await page.locator('.checklist > li.stop').count();
    for (let times = 0; times < stops; ++times) {
      await tabTo(page, /^Accepted by/);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('A. Head');
      await tabTo(page, /^Reason/);
      await page.keyboard.type('agreed');
      await tabTo(page, /^I accept this/);
      await page.keyboard.press('Space');
    }
    await settled(page);
    await tabTo(page, /^Write the release/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Released' }).waitFor();
    app.check();
    await app.context.close();
  });
});

test('a page prints without the frame around it', { timeout: 120_000 }, async () => {
  await withProgram(people, async (program) => {
    const app = await openApp(program, { colorScheme: 'dark' });
    const { page } = app;
    await chooseFile(page, 'people.csv');
    await go(page, 'Risk');
    await settled(page);
    const paper = await page.pdf({ preferCSSPageSize: true });
    assert.ok(paper.length > 10_000);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('navigation', { name: 'Steps' }).isVisible(), false);
    assert.equal(await page.locator('.lead').first().isVisible(), true);
    const paint = await page.evaluate(() => [document.body, document.querySelector('main .lead')].map((element) => getComputedStyle(element)).map((style) => [style.backgroundColor, style.color]));
    assert.equal(paint[0][0], 'rgb(255, 255, 255)', 'light on paper, whatever the screen is');
    const [red] = paint[1][1].match(/\d+/g).map(Number);
    assert.ok(red < 60, `dark letters, not ${paint[1][1]}`);
    const box = await page.locator('.table-box').first().evaluate((element) => [getComputedStyle(element).overflowX, element.scrollWidth - element.clientWidth]);
    assert.equal(box[0], 'visible', 'nothing is cut off in a box that scrolls');
    app.check();
    await app.context.close();
  });
});
