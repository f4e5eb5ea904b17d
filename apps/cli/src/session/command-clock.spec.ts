import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { findPlaces } from '../config/places';
import { runCall } from '../testing/run-call';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('a command on a machine with a wrong clock', () => {
  const home = mkdtempSync(join(tmpdir(), 'droptrack-clock-'));
  let [test, db]: [TestDatabase, Database] = [null!, null!];
  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 1, applicationName: 'test' });
  });
  afterAll(async () => {
    await db.close();
    await test.drop();
    rmSync(home, { recursive: true, force: true });
  });

  /** Runs a command on a machine with a clock that is ahead by this time. */
  const call = (aheadMs: number, ...args: string[]) =>
    runCall(args, {
      env: { DATABASE_URL: test.url, DROPTRACK_HOME: home },
      cwd: home,
      now: () => new Date(Date.now() + aheadMs),
    });
  const expiresInMs = async (): Promise<number> => {
    const [row] = await db.query<{ ms: number }>(
      `SELECT (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS ms FROM api_keys
       WHERE replaced_by IS NULL OR expires_at IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    );
    return row!.ms;
  };

  it.each([
    ['ahead of', 36 * HOUR_MS],
    ['behind', -36 * HOUR_MS],
  ])(
    'writes the time of the database, with a warning, if its own clock is %s that of the database',
    async (side, aheadMs) => {
      const { code, stderr } = await call(aheadMs, 'keys', 'issue', '--plan', 'free', '--label', 'x', '--expires', '2');
      expect(code).toBe(0);
      const [, seconds] =
        new RegExp(`The clock of this machine is ([0-9.]+) s ${side} the database clock`).exec(stderr) ?? [];
      // The time between the readings of both clocks counts against the difference.
      expect(Math.abs(Number(seconds) - 129_600)).toBeLessThan(60);
      // The command estimates the clock of the database, to within the duration of one query.
      expect(await expiresInMs()).toBeLessThan(2 * DAY_MS + MINUTE_MS);
      expect(await expiresInMs()).toBeGreaterThan(2 * DAY_MS - HOUR_MS);
    },
  );

  it('prints no warning if the clocks agree', async () => {
    const { code, stderr } = await call(0, 'keys', 'list');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('rejects readings of the future, and accepts current ones', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await call(0, 'catalogue', 'apply', join(findPlaces(__dirname).root, 'prisma', 'catalogue'));
    const [drop] = await db.query<{ id: string }>('SELECT id FROM drops LIMIT 1');
    const importOf = async (observedMs: number) => {
      const line = JSON.stringify({ drop: drop!.id, signal: 'tvl_usd', observed_at: at(observedMs), value: 1 });
      const file = join(home, 'readings.ndjson');
      writeFileSync(file, `${line}\n`);
      return call(HOUR_MS, 'signals', 'import', file, '--source', 'test');
    };
    const future = await importOf(HOUR_MS / 2);
    expect(future).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('observed_at lies in the future') as string,
    });
    expect(await importOf(-1_000)).toMatchObject({ code: 0 });
  });
});
