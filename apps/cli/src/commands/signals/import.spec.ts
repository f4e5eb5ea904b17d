import { dropDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { recordedOutput } from '../../testing/recorded-output';
import { importSignals, type ImportSignals } from './import';

const NOW = new Date('2026-11-21T08:30:00Z');

describe('signals import', () => {
  let [database, db]: [TestDatabase, Database] = [null!, null!];
  let folder = '';
  beforeEach(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    const definitions = ['linea', 'scroll'].map((id) => dropDefinition({ id }));
    await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: NOW.getTime() });
    folder = mkdtempSync(join(tmpdir(), 'droptrack-import-'));
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const line = (over: Record<string, unknown> = {}) =>
    JSON.stringify({ drop: 'linea', signal: 'tvl_usd', observed_at: '2026-11-21T00:30:00Z', value: 1.2e8, ...over });
  async function run(text: string | Buffer, over: Partial<ImportSignals> = {}) {
    const { output, said } = recordedOutput();
    writeFileSync(join(folder, 'readings'), text);
    const code = await importSignals(
      { file: 'readings', format: 'auto', source: 'import', dryRun: false, backfill: true, ...over },
      {
        output,
        cwd: folder,
        stdin: Readable.from([Buffer.from(text)]),
        withDatabase: (work) => work(db),
        now: () => NOW,
      },
    );
    return { code, ...said };
  }
  const stored = async (table: 'readings' | 'points') => {
    const [row] = await db.query<{ rows: number }>(`SELECT count(*)::integer AS rows FROM ${table}`);
    return row?.rows;
  };

  it('adds readings, and computes a point for each hour since the first', async () => {
    const { code, text, document } = await run(`${line()}\n${line({ signal: 'reddit_authors', value: 40 })}\n`);
    expect({ code, text }).toEqual({
      code: 0,
      text: '2 readings of 1 drop: 2 added, 0 already known.\n8 hourly points and 1 revision written.',
    });
    expect(document).toMatchObject({
      dry_run: false,
      read: 2,
      added: 2,
      known: 0,
      drops: 1,
      backfill: { points: 8, revisions: 1 },
    });
    const hours = await db.query<{ hour: string }>(
      `SELECT to_char(hour AT TIME ZONE 'UTC', 'HH24') AS hour FROM points WHERE drop_id = 'linea' ORDER BY 1`,
    );
    expect(hours.map(({ hour }) => hour)).toEqual(['01', '02', '03', '04', '05', '06', '07', '08']);
  });

  it('is idempotent, in any file format', async () => {
    await run(line());
    const points = await stored('points');
    const csv = 'drop,signal,observed_at,value\r\nlinea,tvl_usd,2026-11-21T01:30:00+01:00,120000000\r\n';
    const { text } = await run(gzipSync(csv));
    expect(text).toBe('1 reading of 1 drop: 0 added, 1 already known.\n0 hourly points and 0 revisions written.');
    expect([await stored('readings'), await stored('points')]).toEqual([1, points]);
  });

  it('reads standard input, stores the source, and leaves the points to the worker with --no-recompute', async () => {
    const more = { file: '-', source: 'defillama', backfill: false };
    const { text, document } = await run(`${line()}\n${line({ signal: 'news_articles', source: 'rss' })}`, more);
    expect(text).toBe('2 readings of 1 drop: 2 added, 0 already known. The worker computes the points of their hours.');
    expect(document).toMatchObject({ backfill: null });
    expect(await db.query('SELECT source FROM readings ORDER BY signal')).toEqual([
      { source: 'rss' },
      { source: 'defillama' },
    ]);
    expect(await stored('points')).toBe(0);
  });

  it('writes nothing with --dry-run', async () => {
    const { code, text, document } = await run(line(), { dryRun: true });
    expect({ code, text }).toEqual({
      code: 0,
      text: '1 reading of 1 drop: 1 would be added, 0 already known. Nothing was changed.',
    });
    expect(document).toMatchObject({ dry_run: true, added: 1, backfill: null });
    expect([await stored('readings'), await stored('points')]).toEqual([0, 0]);
  });

  it('reports an empty file', async () => {
    expect(await run('')).toMatchObject({ code: 0, text: 'readings contains no readings.' });
  });

  // Errors of the file and of the database together, so that one correction suffices.
  it('reports all errors of a file by line, and adds nothing', async () => {
    const bad = [
      line(),
      line({ value: 'NaN' }),
      line({ value: null }),
      line({ value: -1 }),
      line().replace('120000000', '1e999'),
      line({ observed_at: '2026-11-21T08:30:00.001Z' }),
      line(),
      line({ signal: 'vibes' }),
      line({ drop: 'nowhere' }),
      line({ drop: 'linea\u0000' }),
      'no JSON',
    ];
    const { code, text, failure } = await run(bad.join('\n'));
    expect(code).toBe(1);
    expect(text.split('\n')).toEqual([
      'readings:2: value must be a number, not "\\"NaN\\""',
      'readings:3: value must be a number, not "null"',
      'readings:4: value must not be negative',
      'readings:5: value must be a finite number',
      'readings:6: observed_at lies in the future',
      'readings:7: the same drop, signal and instant as line 1',
      expect.stringMatching(/^readings:8: signal "vibes" is not known; known are farcaster_authors, /),
      'readings:9: drop "nowhere" is not known',
      'readings:10: drop "linea\\u0000" is not known',
      'readings:11: is not JSON',
      '',
      '10 errors; nothing was imported.',
      'Drops come from catalogue files: droptrack catalogue apply <dir>',
    ]);
    expect(failure).toMatchObject({
      error: {
        code: 'readings_refused',
        total: 10,
        faults: expect.arrayContaining([{ file: 'readings', line: 4, message: expect.any(String) }]),
      },
    });
    expect([await stored('readings'), await stored('points')]).toEqual([0, 0]);
  });

  it('counts the errors that it does not show', async () => {
    const { text } = await run('x\n'.repeat(250), { format: 'ndjson' });
    expect(text.split('\n')).toHaveLength(102);
    expect(text).toMatch(/\n\n250 errors, first 100 shown; nothing was imported\.$/);
  });

  it('adds nothing from a truncated file', async () => {
    const packed = gzipSync(`${line()}\n`.repeat(1));
    await expect(run(packed.subarray(0, -8))).rejects.toThrow('is truncated');
    expect(await stored('readings')).toBe(0);
  });

  it.each(['', 'a\nb', 'x'.repeat(65)])('rejects the source %j before it opens anything', async (source) => {
    await expect(run(line(), { source })).rejects.toThrow('--source must be 1 to 64 characters');
  });
});
