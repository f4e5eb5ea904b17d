import type { DropDefinition } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { HypeSignalPoint } from '@droptrack/contracts';
import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { RULESET_2026_1, SIGNAL_IDS } from '@droptrack/scoring';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { recordedOutput } from '../../testing/recorded-output';
import { importSignals } from './import';

const ROOT = resolve(__dirname, '../../../../..');
const FIGURES = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'signals');
const hasFigures = existsSync(FIGURES);
if (!hasFigures) console.warn(`skipped: the real figures to import are not there (${FIGURES})`);

const NOW = new Date('2026-01-01T00:00:00Z');
/** Twenty-eight days for the baseline, and some days with one. */
const SINCE = '2025-11-22';
const KRW_PER_USD = 1_400;

type Row = Readonly<Record<string, string>>;

/** Rows of the last days. */
function readFigures(name: string): Row[] {
  const [header = '', ...lines] = gunzipSync(readFileSync(resolve(FIGURES, name)))
    .toString('utf8')
    .trim()
    .split(/\r?\n/);
  const columns = header.split(',');
  const rows = lines.map((line): Row => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
  });
  return rows.filter((row) => row['date_utc']! >= SINCE && row['date_utc']! <= '2025-12-31');
}

/** A project with price, volume and mentions; its other signals do not apply. */
const definition = (id: string): DropDefinition =>
  dropDefinition({
    id,
    name: id,
    chain: fact('ethereum'),
    sources: { farcaster: false, evm: false, rss: false, coingecko: false, polymarket: false, snapshot: false },
  });

/** Mapping from columns to signals. The value of a day is known when the day is over. */
function toNdjson(figures: readonly Row[], commits: readonly Row[]): string[] {
  const line = (row: Row, signal: string, value: number) =>
    JSON.stringify({ drop: row['slug'], signal, observed_at: `${row['date_utc']}T23:59:59Z`, value });
  return [
    ...figures.flatMap((row) => [
      ...(row['mentions'] === '' ? [] : [line(row, 'reddit_authors', Number(row['mentions']))]),
      ...(row['close_krw'] === '' || row['volume_token'] === ''
        ? []
        : [line(row, 'tvl_usd', (Number(row['volume_token']) * Number(row['close_krw'])) / KRW_PER_USD)]),
    ]),
    ...commits.map((row) => line(row, 'dev_committers', Number(row['distinct_authors']))),
  ];
}

interface Point {
  readonly drop_id: string;
  readonly hour: string;
  readonly score: number;
  readonly confidence: number;
  readonly prior: number;
  readonly signals: Readonly<Record<string, HypeSignalPoint>>;
}

(hasFigures ? describe : describe.skip)('real figures of 19 projects, imported', () => {
  let [database, db]: [TestDatabase, Database] = [null!, null!];
  let slugs: readonly string[] = [];
  let lines: readonly string[] = [];
  let points: readonly Point[] = [];
  beforeAll(async () => {
    const figures = readFigures('signals_daily.csv.gz');
    slugs = [...new Set(figures.filter((row) => row['close_krw'] !== '').map((row) => row['slug']!))];
    const ofThese = (row: Row) => slugs.includes(row['slug']!);
    lines = toNdjson(figures.filter(ofThese), readFigures('git_daily.csv.gz').filter(ofThese));

    database = await createTestDatabase();
    db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    await applyDefinitions(db, { origin: 'test', definitions: slugs.map(definition), nowMs: NOW.getTime() });
    const { output, said } = recordedOutput();
    const args = { file: '-', format: 'auto' as const, source: 'test', dryRun: false, backfill: true };
    const stdin = Readable.from([Buffer.from(lines.join('\n'))]);
    await importSignals(args, { output, cwd: '/', stdin, withDatabase: (work) => work(db), now: () => NOW });
    expect(said.document).toMatchObject({ read: lines.length, added: lines.length, drops: 19 });
    points = await db.query<Point>(
      `SELECT drop_id, to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24') AS hour, score, confidence, prior, signals
       FROM points ORDER BY drop_id, hour`,
    );
  }, 30_000);
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('have for every project a point for each hour since its first reading', () => {
    expect(slugs).toHaveLength(19);
    const hours = Math.floor((NOW.getTime() - Date.parse(`${SINCE}T23:59:59Z`)) / 3_600_000) + 1;
    expect(points).toHaveLength(19 * hours);
  });

  it('have points that add up from the published formula', () => {
    const wrong = points.filter(({ signals, score, confidence, prior }) => {
      const parts = Object.values(signals);
      const sum = parts.reduce((total, { contribution }) => total + contribution, 0);
      const covered = parts.reduce((total, { weight, freshness }) => total + weight * freshness, 0);
      return !(
        parts.every((part) => isNear(part.contribution, 100 * part.weight * part.freshness * part.normalized)) &&
        isNear(covered, confidence) &&
        isNear(prior, (1 - confidence) * 25) &&
        score === Math.floor(sum + prior + 0.5)
      );
    });
    expect(wrong).toEqual([]);
  });

  // Signals that do not apply leave the sums: three signals and the calendar share the whole weight.
  it('give the whole weight to the signals that apply', () => {
    const rules = RULESET_2026_1.hype.signals.filter(({ id }) =>
      ['reddit_authors', 'tvl_usd', 'dev_committers', 'calendar_proximity'].includes(id),
    );
    const all = rules.reduce((sum, { weight }) => sum + weight, 0);
    const shares = new Map<string, number>(rules.map(({ id, weight }) => [id, weight / all]));
    const wrong = points.filter(({ signals }) =>
      Object.entries(signals).some(([id, { weight, status }]) =>
        status === 'suspect' ? weight !== 0 : !isNear(weight, shares.get(id) ?? NaN),
      ),
    );
    expect(wrong).toEqual([]);
    expect(SIGNAL_IDS.filter((id) => points.some(({ signals }) => id in signals))).toEqual(rules.map(({ id }) => id));
  });

  it('are compared with their own past after seven days', () => {
    const momentum = (hour: string) =>
      points.filter((point) => point.hour === hour).map(({ signals }) => signals['tvl_usd']?.momentum);
    expect(momentum('2025-11-28 12')).toEqual(Array(19).fill(null));
    expect(momentum('2025-12-30 12')).toEqual(Array(19).fill(expect.any(Number)));
    expect(new Set(points.map(({ score }) => score)).size).toBeGreaterThan(20);
  });

  it('change nothing when they are imported again', async () => {
    const { output, said } = recordedOutput();
    const args = { file: '-', format: 'auto' as const, source: 'test', dryRun: false, backfill: true };
    const stdin = Readable.from([Buffer.from(lines.toReversed().join('\n'))]);
    await importSignals(args, { output, cwd: '/', stdin, withDatabase: (work) => work(db), now: () => NOW });
    expect(said.document).toMatchObject({ added: 0, known: lines.length, backfill: { points: 0, revisions: 0 } });
  });
});

const isNear = (found: number, expected: number): boolean => Math.abs(found - expected) < 1e-9;
