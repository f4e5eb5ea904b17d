import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const textOf = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');

/** The page that operators follow. */
export const page = textOf('deploy/README.md');

const blocks = [...`${page}\n${textOf('docs/backup.md')}`.matchAll(/(?<=```sh\n).*?(?=```)/gs)].map(
  ([commands]) => commands,
);

/** First block of commands of the page, or else of the guide for backups, that contains a text. @throws {Error} if none does. */
export function blockWith(text: string): string {
  const block = blocks.find((commands) => commands.includes(text));
  if (block === undefined) throw new Error(`deploy/README.md and docs/backup.md have no commands with ${text}`);
  return block;
}

/** Section of the page with a heading. */
export const section = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
