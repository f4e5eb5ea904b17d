import { SOURCE_IDS } from '@droptrack/connectors';
import { FINDER_IDS } from '@droptrack/discovery';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');
/** Ids in the comment above a variable of `.env.example`. */
const listedAbove = (variable: string): string[] =>
  new RegExp(`# (?:Sources|Finders) that are not [^:]*:\\n# ([^.]*)\\.[^\\n]*\\n# ${variable}=`)
    .exec(read('.env.example'))?.[1]
    ?.split(/[,\s#]+/) ?? [];
/** First cells of the rows of all tables of a guide, without quotes. */
const rowsOf = (path: string): string[] =>
  Array.from(read(path).matchAll(/^\| `([a-z-]+)` +\|/gm), ([, id = '']) => id);

// The places that CONTRIBUTING names: without one, a source works, and no operator finds it.
describe('each source', () => {
  it.each(SOURCE_IDS)('%s has its row in the guides of signals and of the catalogue', (id) => {
    expect(rowsOf('docs/signals.md')).toContain(id);
    expect(rowsOf('docs/catalogue.md')).toContain(id);
  });

  it.each(FINDER_IDS)('of drops, %s, is in the guide of discovery', (id) => {
    expect(read('docs/discovery.md')).toContain(`\`${id}\``);
  });

  it('is among those that a variable can turn off', () => {
    expect(listedAbove('SOURCES_OFF').sort()).toEqual([...SOURCE_IDS, 'prices', 'claims'].sort());
    expect(listedAbove('FINDERS_OFF').sort()).toEqual([...FINDER_IDS].sort());
  });

  it('has a name for readers', () => {
    const names = read('apps/explorer/src/parts/source-names.ts');
    const unnamed = [...SOURCE_IDS, ...FINDER_IDS].filter((id) => !new RegExp(`^ {2}'?${id}'?: '`, 'm').test(names));
    expect(unnamed).toEqual([]);
  });
});
