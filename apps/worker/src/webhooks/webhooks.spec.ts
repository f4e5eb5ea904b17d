import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');
const FOLDERS = ['apps/worker/src/webhooks', 'apps/worker/test', 'libs/persistence/src/webhooks', 'libs/webhooks/src'];

it('the state chart of deliveries names an existing test for each transition', () => {
  const source = readFileSync(join(__dirname, 'webhooks.ts'), 'utf8').replaceAll(/\n \* +/g, ' ');
  const named = [...source.matchAll(/`([a-z.-]+\.spec\.ts)`: "([^"]+)"/g)].map(([, file, title]) => ({ file, title }));
  const files = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)));
  const missing = named.filter(({ file, title }) => {
    const path = files.find((each) => each.endsWith(`/${file}`));
    return path === undefined || !readFileSync(join(ROOT, path), 'utf8').includes(title!);
  });
  expect([named.length, missing]).toEqual([10, []]);
});
