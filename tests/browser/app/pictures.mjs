// Takes the pictures of the guide. They lie in a temporary folder unless SFUMATO_PICTURES names one; a picture above the
// limit fails the test, so that the repository stays small.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallPng } from './small_png.mjs';

const largest = 100_000; // bytes
const folder = process.env.SFUMATO_PICTURES ?? mkdtempSync(join(tmpdir(), 'sfumato-pictures-'));
mkdirSync(folder, { recursive: true });

export async function picture(page, name, options = {}) {
  const path = join(folder, `${name}.png`);
  await page.evaluate(() => window.scrollTo(0, 0));
  if (options.to) await page.locator(options.to).first().evaluate((element) => element.scrollIntoView({ block: 'start' }));
  const small = smallPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  assert.ok(small.length <= largest, `${name}.png has ${small.length} bytes`);
  writeFileSync(path, small);
}
