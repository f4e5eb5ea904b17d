import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

it('contains every style sheet of the folder', () => {
  const site = readFileSync(join(__dirname, 'site.css'), 'utf8');
  const sheets = readdirSync(__dirname).filter((name) => name.endsWith('.css') && name !== 'site.css');
  expect(sheets.filter((name) => !site.includes(`@import './${name}' layer(`))).toEqual([]);
});
