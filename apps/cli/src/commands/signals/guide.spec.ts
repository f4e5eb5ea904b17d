import { dropDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions, openDatabase } from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { RULESET_2026_1 } from '@droptrack/scoring';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPlaces } from '../../config/places';
import { NO_SERVICE, runCall } from '../../testing/run-call';
import { codeBlocks } from '../../testing/recorded-output';

const NOW = new Date('2026-11-21T08:30:00Z');
const GUIDE = readFileSync(join(findPlaces(__dirname).root, 'docs/signals.md'), 'utf8');

let test: TestDatabase;
let clock: MovableClock;
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'droptrack-guide-'));
  const files = codeBlocks(GUIDE, 'ndjson|csv');
  ['readings.ndjson', 'readings.csv', 'faulty.csv'].forEach((name, i) => {
    expect(GUIDE).toContain(`\`${name}\`:\n\n\`\`\`${name.replace(/^\w+\./, '')}\n`);
    writeFileSync(join(folder, name), files[i] ?? '');
  });
  test = await createTestDatabase();
  clock = await makeClockMovable(test.url);
  await clock.set(NOW.getTime() - Date.now());
  const db = openDatabase(test.url, { poolSize: 1, applicationName: 'test' });
  await applyDefinitions(db, { origin: 'test', definitions: [dropDefinition()], nowMs: NOW.getTime() });
  await db.close();
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true });
});

const call = (command: string) =>
  runCall(command.replace(/^npx droptrack /, '').split(' '), {
    env: { DATABASE_URL: test.url, ...NO_SERVICE },
    cwd: folder,
    now: () => new Date(clock.now()),
  });

describe('docs/signals.md', () => {
  it('has commands and files that work as described, in order', async () => {
    const said: string[] = [];
    for (const command of codeBlocks(GUIDE, 'sh').flatMap((text) => text.trim().split('\n'))) {
      const { code, stdout, stderr } = await call(command);
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: '' });
      said.push(stdout);
    }
    expect(said).toEqual([
      '2 readings of 1 drop: 2 would be added, 0 already known. Nothing was changed.\n',
      '2 readings of 1 drop: 2 added, 0 already known.\n27 hourly points and 1 revision written.\n',
      expect.stringMatching(
        /^2 readings of 1 drop: 2 added, 0 already known\.\n0 hourly points and \d revisions? written\.\n$/,
      ),
      '2 readings of 1 drop: 0 added, 2 already known.\n0 hourly points and 0 revisions written.\n',
      expect.stringMatching(/^news_articles +6 +2\.0 h /m),
      expect.stringMatching(/^\d\d points of 1 drop recomputed: no differences\.\n$/),
    ]);
    const { code, stdout, stderr } = await call('signals import faulty.csv');
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: codeBlocks(GUIDE, 'text')[0] });
  });

  it('names every signal that can be read, with its weight', () => {
    const rows = [...GUIDE.matchAll(/^\| `([a-z_]+)` +\| [^|]+\| (0\.\d\d) +\|$/gm)];
    const read = RULESET_2026_1.hype.signals.filter(({ aging }) => aging !== null);
    expect(rows.map(([, id, share]) => [id, Number(share)])).toEqual(read.map(({ id, weight }) => [id, weight]));
  });
});
