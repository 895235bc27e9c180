// Starts the program as a user would (sfumato app FOLDER), makes its data, and stops it. Each test gets a folder of its
// own, which is removed at the end.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '../../..');
export const sfumato = process.env.SFUMATO ?? join(root, 'build/release/sfumato');

// While pages are written, they are read from their folder; otherwise those in the program are tested.
const pages = process.env.SFUMATO_PAGES ? ['--pages', process.env.SFUMATO_PAGES] : [];

/** Runs a command of the program and gives its output. */
export function command(folder, ...words) {
  return execFileSync(sfumato, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
}

export function newFolder() {
  return mkdtempSync(join(tmpdir(), 'sfumato-app-'));
}

/** Starts the program on a folder; port 0 takes any. */
export async function startProgram(folder, port = 0) {
  const child = spawn(sfumato, ['app', folder, '--listen', `127.0.0.1:${port}`, '--no-browser', ...pages], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const address = await new Promise((resolve, reject) => {
    const read = (bytes) => {
      printed += bytes;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/start\?token=\S+/.exec(printed);
      if (found) resolve({ start: found[0], port: Number(found[1]) });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`the program ended with ${code}: ${printed}`)));
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const end = async (signal) => {
    child.kill(signal);
    await ended;
  };
  return { ...address, base: `http://127.0.0.1:${address.port}/`, ended, stop: () => end('SIGINT'), kill: () => end('SIGKILL') };
}

/** A folder with the program running on it; what is made before it starts is made by `prepare`. */
export async function withProgram(prepare, use) {
  const folder = newFolder();
  prepare(folder);
  const program = await startProgram(folder);
  try {
    return await use(program, folder);
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
