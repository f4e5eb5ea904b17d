import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { START_MS_MAX } from './local-queue';
import { ATTEMPT_MS, LEASE_MS } from './webhooks';

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

it('a lease outlives the latest start and the longest attempt, with time left to record the outcome', () => {
  expect(LEASE_MS - START_MS_MAX - ATTEMPT_MS).toBeGreaterThanOrEqual(5_000);
});
