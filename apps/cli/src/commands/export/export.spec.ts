import { ledgerClaim, ledgerPage } from '@droptrack/distributors/testing';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropBody, dropChange, dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import {
  addLedgerPage,
  appendRevisions,
  applyDefinitions,
  type Database,
  importReadings,
  openDatabase,
  publishEvents,
  runRecompute,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { readParquet } from '../snapshots/parquet/testing';
import { findPlaces } from '../../config/places';
import { recordedOutput } from '../../testing/recorded-output';
import { type ExportHistory, exportForAnalysts } from './export';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-11-21T12:10:00Z');
const FILES = ['calendar.parquet', 'claims.csv', 'claims.parquet', 'drops.parquet', 'events.parquet', 'manifest.json', 'outcomes.parquet', 'points.parquet', 'revisions.parquet']; // prettier-ignore
const OUTCOME = {
  openedAt: '2026-12-24T00:00:00.000Z',
  openingUsd: { value: 0.5, source: null },
  ...{ day1Usd: null, day7Usd: null, day30Usd: null, day90Usd: null, claimedShare: null },
  highUsd: { value: 0.7, source: { kind: 'dataset', url: 'https://a.b', at: '2026-12-31' } },
} as const;
const CLAIMS = ledgerPage(9, NOW_MS, {
  claims: [...[1, 2, 3].map((block) => ledgerClaim(block, 7, NOW_MS + (block > 2 ? HOUR_MS : 0), { amount: 2n ** 100n })), ledgerClaim(4, 8, NOW_MS, { atMs: null })], // prettier-ignore
});
const SECRETS = ['https://hooks.example/private', 'acc_private', 'query-of-a-source', 'list_id'];

let [database, db]: [TestDatabase, Database] = [null!, null!];
let directory = '';
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolSize: 3, applicationName: 'test' });
  const events = [eventDefinition({ key: 'tge', type: 'tge', startsAt: '2026-12-24T00:00:00.000Z', endsAt: null })];
  const linea = dropDefinition({
    id: 'linea',
    name: 'Línea 🪂',
    events,
    outcome: OUTCOME,
    distribution: {
      ...{ tokens: { value: '8', source: null }, wallets: null, totalSupply: null },
      ...{ claimed: { value: '6', source: null }, method: { value: 'merkle', source: null } },
    },
    sources: { news: { query: SECRETS[2] } },
  });
  const apply = (definitions: ReturnType<typeof dropDefinition>[]) =>
    applyDefinitions(db, { origin: 'catalogue', definitions, prune: true, nowMs: NOW_MS });
  await apply([linea, dropDefinition({ id: 'jito' })]);
  await db.transaction((sql) => addLedgerPage(sql, CLAIMS, NOW_MS));
  const readings = Array.from({ length: 30 }, (_, hour) => ({
    ...{ dropId: 'linea', signal: 'reddit_authors' as const, observedAtMs: NOW_MS - hour * HOUR_MS, value: 40 + hour },
    source: 'test',
  }));
  await importReadings(db, readings, { nowMs: NOW_MS });
  while ((await runRecompute(db, { nowMs: NOW_MS })).drops > 0);
  await apply([linea]);
  while ((await runRecompute(db, { nowMs: NOW_MS })).drops > 0);
  const list = { drop: 'linea', kind: 'allocation', version: 1, list_id: 7, wallets: 1, total: '5' };
  await appendRevisions(db, [{ entity: 'list', id: 'linea', body: list as never, cause: 'list' }]);
  await publishEvents(db, { nowMs: NOW_MS });
  await db.query(
    `INSERT INTO events (id, type, account, recorded_at, body) VALUES ('evt_x', 'webhook.ping', $1, now(), $2)`,
    [SECRETS[1], JSON.stringify({ url: SECRETS[0] })],
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'droptrack-export-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const run = async (over: Partial<ExportHistory> = {}, stop = new AbortController(), onWritten = () => {}) => {
  const { output, said } = recordedOutput();
  const args = { dir: 'dump', force: false, ...over };
  const withDatabase = async <T>(work: (from: Database) => Promise<T>) => {
    const result = await work(db);
    onWritten();
    return result;
  };
  const env = { RULESET: '2026.3' };
  const deps = { output, signal: stop.signal, withDatabase, cwd: directory, env, places: findPlaces(__dirname) };
  return { code: await exportForAnalysts(args, deps).catch((error: unknown) => error), said };
};
const read = (name: string) => readParquet(join(directory, 'dump', `${name}.parquet`));
const counted = async (sql: string) =>
  Number((await db.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n);

describe('export', () => {
  it('writes every revision, point and event of the log, and their figures to the manifest', async () => {
    const { code, said } = await run();
    expect([code, readdirSync(directory), readdirSync(join(directory, 'dump')).sort()]).toEqual([0, ['dump'], FILES]);
    const manifest = JSON.parse(readFileSync(join(directory, 'dump', 'manifest.json'), 'utf8'));
    expect(said.document).toEqual({ directory: 'dump', ...manifest });
    const rows = Object.fromEntries(
      manifest.files.map((file: { name: string; rows: number }) => [file.name, file.rows]),
    );
    expect(rows).toEqual({
      'drops.parquet': await counted(`revisions WHERE entity = 'drop'`),
      'calendar.parquet': await counted(`revisions WHERE entity = 'calendar_event'`),
      'outcomes.parquet': await counted(`revisions WHERE entity = 'definition'`),
      'points.parquet': await counted('points'),
      'revisions.parquet': await counted('revisions'),
      'events.parquet': await counted('events WHERE account IS NULL'),
      ...{ 'claims.parquet': 3, 'claims.csv': 3 },
    });
    expect(Object.values(rows).every((count) => Number(count) > 0)).toBe(true);
    for (const { name, bytes, sha256, columns, ...file } of manifest.files) {
      const content = readFileSync(join(directory, 'dump', name));
      expect([bytes, sha256]).toEqual([content.length, createHash('sha256').update(content).digest('hex')]);
      if (name.endsWith('.csv')) continue;
      const { rows: written, columns: schema } = await readParquet(join(directory, 'dump', name));
      const names = columns.map((column: { name: string }) => column.name);
      expect([file.rows, names]).toEqual([written.length, schema.map((column) => column.name)]);
    }
    expect(manifest).toMatchObject({ schema_version: 2, ruleset: '2026.3', seq: await counted('revisions') });
  });

  it('states each drop as it was after each revision, with no values once it is archived', async () => {
    await run();
    const { rows } = await read('drops');
    const [line] = rows.filter(({ id }) => id === 'linea');
    expect(line).toMatchObject({ name: 'Línea 🪂', is_archived: false, recorded_at: expect.any(Date) });
    expect(rows.filter(({ id }) => id === 'jito').at(-1)).toMatchObject({
      is_archived: true,
      name: null,
      hype_score: null,
    });
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map(({ seq }) => Number(seq)).toSorted((a, b) => a - b));
    expect((await read('outcomes')).rows.find(({ id }) => id === 'jito')).toMatchObject({
      ...{ is_archived: false, opened_at: null, opening_usd: null, method: null, claimed_share: null },
    });
    expect((await read('outcomes')).rows.find(({ id }) => id === 'linea')).toMatchObject({
      ...{
        opened_at: new Date(OUTCOME.openedAt),
        opening_usd: 0.5,
        day_1_usd: null,
        high_usd: 0.7,
        high_on: '2026-12-31',
        method: 'merkle',
        claimed_share: 0.75,
      },
    });
    expect((await read('calendar')).rows[0]).toMatchObject({ drop: 'linea', starts_at: new Date('2026-12-24') });
  });

  it('writes points whose contributions and prior sum to their score', async () => {
    await run();
    const { rows } = await read('points');
    for (const row of rows) {
      const sum = Object.entries(row).filter(([name]) => name.endsWith('_contribution'));
      const total = sum.reduce((all, [, value]) => all + Number(value), Number(row['prior']));
      const rests = Object.entries(row).some(
        ([name, value]) => name.endsWith('_weight') && !name.startsWith('calendar') && Number(value) > 0,
      );
      expect(row['score']).toBe(rests ? BigInt(Math.floor(total + 0.5)) : null);
    }
    expect(rows.some((row) => row['reddit_authors'] === 41)).toBe(true);
  });

  it('has no score where no source had a reading, also of rows that were recorded with a default', async () => {
    const older = { ...dropBody({ id: 'older' }), hype_score: 24, hype_delta_7d: 0, hype_confidence: 0 };
    await appendRevisions(db, [{ ...dropChange(older), cause: 'score' }]);
    await db.query(
      `INSERT INTO points (drop_id, hour, score, confidence, prior, ruleset, recorded_at, signals)
       VALUES ('older', $1, 24, 0.05, 23.75, '2026.3', $1, '{"calendar_proximity":{"value":0,"weight":0.05,"freshness":1,
         "level":0,"momentum":null,"normalized":0,"contribution":0,"status":"ok"}}')`,
      [new Date(HOUR_MS * Math.floor(NOW_MS / HOUR_MS))],
    );
    await run();
    const rows = async (name: string) => (await read(name)).rows;
    const unmeasured = { hype_score: null, hype_delta_7d: null, hype_confidence: 0 };
    expect((await rows('drops')).filter(({ id }) => id === 'older')).toMatchObject([unmeasured]);
    const [revision] = (await rows('revisions')).filter(({ id }) => id === 'older');
    expect(JSON.parse(String(revision?.['body']))).toMatchObject(unmeasured);
    const points = (await rows('points')).filter(({ drop }) => drop === 'older');
    expect(points).toMatchObject([{ score: null, confidence: 0.05, prior: 23.75 }]);
    await db.query(`DELETE FROM points WHERE drop_id = 'older'`);
  });

  it('writes the claims by hour, without wallets, and those of unknown times without an hour', async () => {
    await run();
    const { rows, columns } = await read('claims');
    const [amount, noon] = [String(2n ** 101n), new Date('2026-11-21T12:00:00Z')];
    expect(rows).toMatchObject([{ t: null }, { drop: 'linea', wallets: 1n, amount, t: noon }, { wallets: 0n }]);
    const [header, ...lines] = readFileSync(join(directory, 'dump', 'claims.csv'), 'utf8').split('\r\n');
    expect([header, lines.length, columns.length]).toEqual(['drop,list,contract,t,claims,wallets,amount', 4, 7]);
    expect(lines[1]).toMatch(new RegExp(`^linea,.*T.*Z,2,1,${amount}$`));
  });

  it('contains no webhook, no account, no query of a source and no internal id', async () => {
    await run();
    const tables = FILES.filter((name) => name.endsWith('.parquet')).map((name) => name.slice(0, -'.parquet'.length));
    const all = await Promise.all(tables.map(read));
    const text = JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).toContain('Línea');
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('replaces an earlier export only by request, and keeps a symbolic link to it', async () => {
    await run();
    symlinkSync(join(directory, 'dump'), join(directory, 'latest'));
    const latest = { dir: 'latest' };
    const before = readFileSync(join(directory, 'dump', 'manifest.json'), 'utf8');
    expect((await run(latest)).code).toMatchObject({
      code: 'directory_not_empty',
      hint: expect.stringContaining('--force'),
    });
    await appendRevisions(db, [{ entity: 'list', id: 'zora', body: null, cause: 'list' }]);
    expect((await run({ ...latest, force: true })).code).toBe(0);
    expect(readFileSync(join(directory, 'dump', 'manifest.json'), 'utf8')).not.toBe(before);
    expect(readdirSync(directory).sort()).toEqual(['dump', 'latest']);
  });

  // `--dir ~ --force` must not cost an operator his home.
  it('never replaces a folder with other files', async () => {
    mkdirSync(join(directory, 'dump'));
    writeFileSync(join(directory, 'dump', 'notes.txt'), 'mine');
    for (const force of [false, true]) {
      expect((await run({ force })).code).toMatchObject({
        code: 'directory_not_empty',
        message: 'dump contains files that are no export, such as notes.txt',
      });
    }
    expect([readdirSync(directory), readdirSync(join(directory, 'dump'))]).toEqual([['dump'], ['notes.txt']]);
  });

  it.each([
    ['nowhere/dump', 'the folder that would contain it does not exist'],
    ['file', 'it is a file, or its path leads through one'],
    ['file/dump', 'it is a file, or its path leads through one'],
  ])('rejects the folder %s with a sentence', async (name, reason) => {
    writeFileSync(join(directory, 'file'), '');
    const { code } = await run({ dir: name });
    expect(code).toMatchObject({ code: 'cannot_write', message: `${name} cannot be written: ${reason}` });
    expect(readdirSync(directory)).toEqual(['file']);
  });

  it('leaves nothing when it is interrupted, and the earlier export as it was', async () => {
    await run();
    const before = readFileSync(join(directory, 'dump', 'manifest.json'), 'utf8');
    const stop = new AbortController();
    const running = run({ force: true }, stop);
    stop.abort();
    expect((await running).code).toMatchObject({ code: 'interrupted' });
    expect(readdirSync(directory)).toEqual(['dump']);
    expect(readFileSync(join(directory, 'dump', 'manifest.json'), 'utf8')).toBe(before);
  });

  it('names the folder of an export that was killed', async () => {
    mkdirSync(join(directory, 'dump.part-0'));
    expect((await run()).said.notes.join()).toContain('dump.part-0 is left of an export that was killed');
  });

  // Killed between the two renames, an export leaves the earlier one under another name only.
  it('advises to delete the earlier export of a replacement that was killed only once there is a new one', async () => {
    await run();
    renameSync(join(directory, 'dump'), join(directory, 'dump.part-0-old'));
    mkdirSync(join(directory, 'dump.part-0'));
    expect((await run()).said.notes).toEqual([
      'dump.part-0 is left of an export that was killed; it can be deleted',
      'dump.part-0-old is the export that dump contained before another was killed; to keep it, rename it',
    ]);
    expect((await run({ force: true })).said.notes).toContain(
      'dump.part-0-old is left of an export that was killed; it can be deleted',
    );
  });

  it.each([
    ['files of others, also with --force', true, 'notes.txt', 'files that are no export'],
    ['another export, unless it may be replaced', false, 'manifest.json', 'an export already'],
  ])('keeps what the folder receives during the run: %s', async (_, force, name, reason) => {
    if (force) await run();
    const receive = () => {
      mkdirSync(join(directory, 'dump'), { recursive: true });
      writeFileSync(join(directory, 'dump', name), 'mine');
    };
    const { code } = await run({ force }, undefined, receive);
    expect(code).toMatchObject({ code: 'directory_not_empty', message: expect.stringContaining(reason) });
    expect(readdirSync(directory)).toEqual(['dump']);
    expect(readFileSync(join(directory, 'dump', name), 'utf8')).toBe('mine');
  });
});
