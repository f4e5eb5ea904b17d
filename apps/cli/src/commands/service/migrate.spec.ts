import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { findPlaces } from '../../config/places';
import { runCall } from '../../testing/run-call';
import { recordedOutput } from '../../testing/recorded-output';
import { checkMigrations, migrateDatabase } from './migrate';

const { migrations } = findPlaces(__dirname);
const NAMES = readdirSync(migrations).filter((name) => /^[0-9]/.test(name));

describe('droptrack migrate', () => {
  let database: TestDatabase;
  let home: string;
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    home = mkdtempSync(join(tmpdir(), 'droptrack-migrate-'));
  });
  afterEach(async () => {
    await database.drop();
    rmSync(home, { recursive: true });
  });
  const call = (...args: string[]) =>
    runCall(['migrate', ...args], { env: { DATABASE_URL: database.url, DROPTRACK_HOME: home }, cwd: home });

  it('lists what is pending without applying it, and exits with 1 until it is applied', async () => {
    const first = await call('--check', '--json');
    const { pending } = JSON.parse(first.stdout) as { pending: { name: string; long_locks: string | null }[] };
    expect([first.code, pending.map(({ name }) => name)]).toEqual([1, NAMES]);
    expect(pending.filter(({ long_locks }) => long_locks !== null).length).toBeGreaterThan(0);
    expect(await call('--check')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^\d+ pending migrations; apply with: droptrack migrate\n/),
    });

    const { code, stdout, stderr } = await call();
    expect([code, stdout]).toEqual([0, `Applied ${NAMES.length} migrations.\n`]);
    for (const name of NAMES) expect(stderr).toMatch(new RegExp(`^${name}  \\d+ ms$`, 'm'));
    expect(await call('--check')).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' });
    expect(JSON.parse((await call('--json')).stdout)).toEqual({ applied: [], newer: [] });
  });

  // An init container of the former release that restarts during an upgrade must not block it.
  it('passes on a database of a later version with which this one works', async () => {
    await call();
    cpSync(migrations, home, { recursive: true });
    rmSync(join(home, NAMES.at(-1)!), { recursive: true });
    const { output, said } = recordedOutput();
    expect(await checkMigrations(database.url, home, output)).toBe(0);
    expect(await migrateDatabase(database.url, home, output)).toBe(0);
    expect(said.text).toBe('The database is up to date, and has 1 migration of a later version.');
  });

  it.each(['none', '.'])('does not create a database to check it, in the home %j', async (name) => {
    const env = { DROPTRACK_HOME: join(home, name) };
    const { code, stderr } = await runCall(['migrate', '--check'], { env, cwd: home });
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no database yet')]);
    expect(readdirSync(home)).toEqual([]);
  });
});
