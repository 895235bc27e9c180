// Compares the libraries under web/vendor/ with the packages that package-lock.json pins, so that nothing else is
// ever sent to a browser. vendor_test.mjs [--update] writes them anew instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const vendor = join(folder, '../../web/vendor');
const files = {
  'preact.module.js': 'preact/dist/preact.module.js',
  'hooks.module.js': 'preact/hooks/dist/hooks.module.js',
  'htm.module.js': 'htm/dist/htm.module.js',
  'LICENSE-preact.txt': 'preact/LICENSE',
  'LICENSE-htm.txt': 'htm/LICENSE',
};

// A browser without a bundler needs a path in an import, and source maps are not shipped.
function asVendored(name, text) {
  if (!name.endsWith('.js')) return text;
  return text.replace('from"preact"', 'from"./preact.module.js"').replace(/^\/\/# sourceMappingURL=.*\n?/m, '');
}

const pinned = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies;
const problems = [];
for (const [name, source] of Object.entries(files)) {
  const expected = asVendored(name, readFileSync(join(folder, 'node_modules', source), 'utf8'));
  if (process.argv.includes('--update')) writeFileSync(join(vendor, name), expected);
  else if (readFileSync(join(vendor, name), 'utf8') !== expected) problems.push(`${name} differs from ${source}`);
}
const readme = readFileSync(join(vendor, 'README.md'), 'utf8');
for (const name of ['preact', 'htm']) {
  const installed = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  if (installed !== pinned[name]) problems.push(`${name} ${installed} is installed, ${pinned[name]} pinned`);
  if (!readme.includes(`\`${name}\` ${pinned[name]}`)) problems.push(`README.md does not name ${name} ${pinned[name]}`);
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log('the vendored libraries are those of the pinned packages');
