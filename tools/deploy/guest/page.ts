import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page that operators follow. */
const page = readFileSync(join(__dirname, '../../../deploy/README.md'), 'utf8');
const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
/** A guest has no network: its packages come from these lines. */
const INSTALL = /apt-get install -y --no-install-recommends (.*)/g;

/** Packages that the page installs on one machine. */
export const packages = [...page.matchAll(INSTALL)].flatMap(([, names = '']) => names.split(' '));

/** Lines that restart the instances of the API one after the other. */
export const rollingRestart = matchIn(page, /\| change settings without an outage +\| `(.*?)`/);

/** The first block of commands with a text; what it installs, a guest has already. @throws {Error} without one. */
export function blockWith(text: string): string {
  const block = blocks.find((commands) => commands.includes(text));
  if (block === undefined) throw new Error(`No block of deploy/README.md has: ${text}`);
  return block.replaceAll(INSTALL, '');
}

/** Version that a block of commands installs. */
export function versionIn(block: string): string {
  return matchIn(block, /version=(.*)/);
}

function matchIn(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`Nothing matches ${String(pattern)}`);
  return found;
}
