import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyRepository, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { RECORDED_SERIES, recordedLists, recordedReadingsOf } from '@droptrack/sample';
import { recordedOutput } from '../../../testing/recorded-output';
import { demoKeysFile, provideDemoKeys } from './demo';
import { readCatalogue } from '../../catalogue/files/read-catalogue';
import { loadCatalogue } from './provide-database';

const REAL = join(__dirname, '../../../../../../prisma/catalogue');
const DAY_MS = 86_400_000;
const now = () => new Date();

describe('the demo', () => {
  let [database, db]: [TestDatabase, Database] = [null!, null!];
  let home = '';
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    home = mkdtempSync(join(tmpdir(), 'droptrack-demo-'));
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
    rmSync(home, { recursive: true });
  });

  describe('keys', () => {
    const provide = () => provideDemoKeys({ keys: new ApiKeyRepository(db), home, now });
    const kept = () => JSON.parse(readFileSync(demoKeysFile(home), 'utf8')) as Record<string, string>;

    it('are issued once, stored for their owner only, and reused', async () => {
      const keys = await provide();
      expect(Object.keys(keys)).toEqual(['free', 'pro', 'scale']);
      expect(kept()).toEqual(keys);
      expect(statSync(demoKeysFile(home)).mode & 0o777).toBe(0o600);
      expect(await provide()).toEqual(keys);
    });

    it('are replaced one by one if they are no longer active', async () => {
      const before = await provide();
      await db.query("UPDATE api_keys SET revoked_at = now() WHERE plan = 'pro'");
      const after = await provide();
      expect(after).toEqual({ ...before, pro: after.pro });
      expect(after.pro).not.toBe(before.pro);
      expect(kept()).toEqual(after);
    });

    // A key under the wrong name would grant a free demo the rights of the plan scale.
    it.each(['{}', 'no json', '{"free": 7}', '[]', 'null'])('are reissued if the file contains %s', async (text) => {
      writeFileSync(demoKeysFile(home), text);
      const { free } = await provide();
      writeFileSync(demoKeysFile(home), JSON.stringify({ ...kept(), scale: free }));
      expect((await provide()).scale).not.toBe(free);
    });
  });

  describe('catalogue', () => {
    it('is loaded, and a second load changes nothing', async () => {
      const { output } = recordedOutput();
      const directory = join(home, 'drops');
      mkdirSync(directory);
      for (const name of ['linea.yaml', 'uniswap.yaml']) cpSync(join(REAL, name), join(directory, name));
      const load = () => loadCatalogue({ db, reading: readCatalogue(directory), output, now });
      expect(await load()).toBe('2 drops, 2 created');
      expect(await load()).toBe('2 drops, none changed');
    });

    // Old data is better than a service that does not start.
    it('is not loaded if it has errors, which are shown', async () => {
      const { output, said } = recordedOutput();
      const directory = join(home, 'faulty');
      mkdirSync(directory);
      writeFileSync(join(directory, 'a.yaml'), 'id: a\nname: A\n');
      expect(await loadCatalogue({ db, reading: readCatalogue(directory), output, now })).toBe('not loaded: 1 error');
      expect(said.notes.join('\n')).toMatch(/a\.yaml:1:1: .*chain/);
    });
  });

  describe('recorded data', () => {
    const read = async () => new Map((await readCatalogue(REAL)).definitions.map((each) => [each.id, each]));

    // A count of another repository than the connector reads would be continued by other values.
    it('has committers of the repository that the catalogue names, from before a date of the drop until after it', async () => {
      const definitions = await read();
      for (const { dropId, repository } of RECORDED_SERIES) {
        const { sources, events } = definitions.get(dropId)!;
        expect([dropId, sources['github']]).toEqual([dropId, repository]);
        const instants = [...recordedReadingsOf(dropId)].map(({ observedAtMs }) => observedAtMs);
        const isCovered = events.some(({ startsAt, status, type }) => {
          const atMs = Date.parse(startsAt);
          const isDate = status === 'confirmed' && (type === 'tge' || type === 'claim');
          return isDate && instants[0]! <= atMs - 30 * DAY_MS && atMs + 30 * DAY_MS <= instants.at(-1)!;
        });
        expect([dropId, isCovered]).toEqual([dropId, true]);
      }
    });

    it('has lists of the size that the catalogue states', async () => {
      const definitions = await read();
      for (const { dropId, entries } of recordedLists()) {
        expect([dropId, definitions.get(dropId)?.distribution.wallets?.value]).toEqual([dropId, entries.length]);
      }
    });
  });
});
