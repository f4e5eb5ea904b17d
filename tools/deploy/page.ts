import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The page that operators follow. */
export const page = readFileSync(join(__dirname, '../../deploy/README.md'), 'utf8');

const blocks = [...page.matchAll(/(?<=```sh\n).*?(?=```)/gs)].map(([commands]) => commands);

/** First block of commands of the page that contains a text. @throws {Error} if none does. */
export function blockWith(text: string): string {
  const block = blocks.find((commands) => commands.includes(text));
  if (block === undefined) throw new Error(`deploy/README.md has no commands with ${text}`);
  return block;
}

/** Section of the page with a heading. */
export const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
