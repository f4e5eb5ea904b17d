import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AllocationRow, Drop, HypeHistoryPoint, HypeSignalPoint } from '@droptrack/contracts';
import { readParquet } from '../parquet/testing';
import type { SnapshotKind } from './columns';
import type { ListFacts } from './metadata';
import { PartFile } from './part-file';
import { putInPlace } from './place';

const MAX = (2n ** 256n - 1n).toString();
const SIGNAL = new AbortController().signal;
const facts: ListFacts = { total: MAX, decimals: 18, root: null, root_published: null };

describe('a snapshot as Parquet', () => {
  let directory = '';
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'droptrack-parquet-'))));
  afterEach(() => rmSync(directory, { recursive: true }));

  const place = async (what: SnapshotKind, rows: readonly object[], list: ListFacts | null = facts) => {
    const path = join(directory, 'out.parquet');
    const part = new PartFile(`${path}.part`, 'test');
    await part.open(SIGNAL);
    if (rows.length > 0) await part.add(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), rows.length, 'last');
    await putInPlace(part, { what, dropId: 'linea', list: null, path, format: 'parquet', facts: list, signal: SIGNAL });
    expect(readdirSync(directory)).toEqual(['out.parquet']);
    return readParquet(path);
  };

  it('keeps amounts to the last unit, and text of any script', async () => {
    const breakdown = [{ reason: 'é 字 🪂 "quoted"\n', amount: '1' }];
    const rows: AllocationRow[] = [
      { wallet: '0x01', amount: '0', index: 0, breakdown: [] },
      { wallet: '0x02', amount: '1500000000000000001', index: 2 ** 53, breakdown },
      { wallet: 'Vote111111111111111111111111111111111111111', amount: MAX, index: null, breakdown: [] },
      { wallet: '0x03', amount: '0', index: null, breakdown: [], tokens: [{ token: '0x0c', amount: '5' }] },
    ];
    const read = await place('allocations', rows);
    expect(read.rows).toEqual([
      { wallet: '0x01', amount: '0', amount_tokens: 0, index: 0, breakdown: null, tokens: null },
      {
        wallet: '0x02',
        amount: '1500000000000000001',
        amount_tokens: 1.5,
        index: 2 ** 53,
        breakdown: JSON.stringify(breakdown),
        tokens: null,
      },
      { wallet: rows[2]!.wallet, amount: MAX, amount_tokens: Number(MAX) / 1e18, index: null, breakdown: null, tokens: null }, // prettier-ignore
      { wallet: '0x03', amount: '0', amount_tokens: null, index: null, breakdown: null, tokens: JSON.stringify(rows[3]!.tokens) }, // prettier-ignore
    ]);
  });

  it('declares text, doubles and instants in UTC', async () => {
    const columns = Object.fromEntries((await place('drops', [])).columns.map((column) => [column.name, column]));
    expect(columns['name']).toMatchObject({ type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' });
    expect(columns['hype_score']).toMatchObject({ type: 'INT64' });
    expect(columns['ev_usd_p50']).toMatchObject({ type: 'DOUBLE' });
    expect(columns['updated_at']).toMatchObject({
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    });
  });

  it('stores unknown members of a drop as null, and instants to the millisecond', async () => {
    const drop: Drop = {
      ...{ id: 'linea', name: 'Línea', chain: 'linea', status: 'tge', hype_score: 7, hype_delta_7d: -3 },
      hype_confidence: null,
      rating: { reward: null, legit: 90, difficulty: 0 },
      ev_usd: { p50: 12.5, p10: 0, p90: 1e6, basis: 'realised' },
      snapshot: { block: 19_000_000, date: null },
      ...{ chain_id: 59_144, symbol: 'LINEA', token: null, launch_at: '2025-09-10T00:00:00.000Z' },
      claim: { opens_at: '2025-09-10T15:00:00.000Z', closes_at: null, state: 'unknown' },
      ...{ tokens: '9361298700.5', wallets: 749_662 },
      cost_usd: null,
      distribution: { method: 'genesis', checker: { url: 'https://linea.example', kind: 'page', list: 'full' } },
      updated_at: '2026-08-22T10:00:00.123Z',
    };
    const { rows } = await place('drops', [drop]);
    expect(rows).toEqual([
      {
        ...{ id: 'linea', name: 'Línea', chain: 'linea', status: 'tge', hype_score: 7n, hype_delta_7d: -3n },
        ...{ hype_confidence: null, rating_reward: null, rating_legit: 90n, rating_difficulty: 0n },
        ...{ ev_usd_p50: 12.5, ev_usd_p10: 0, ev_usd_p90: 1e6, ev_usd_basis: 'realised' },
        ...{ snapshot_block: 19_000_000n, snapshot_date: null },
        ...{ chain_id: 59_144n, symbol: 'LINEA', token: null, launch_at: new Date('2025-09-10T00:00:00.000Z') },
        ...{ claim_opens_at: new Date('2025-09-10T15:00:00.000Z'), claim_closes_at: null, claim_state: 'unknown' },
        ...{ tokens: '9361298700.5', wallets: 749_662n },
        ...{ cost_usd: null, distribution_method: 'genesis', checker_url: 'https://linea.example' },
        ...{ checker_kind: 'page', checker_list: 'full', updated_at: new Date(drop.updated_at) },
      },
    ]);
  });

  it('has a column for each member of each signal of a point', async () => {
    const signal: HypeSignalPoint = {
      ...{ value: 1e9, weight: 0.2, freshness: 1, mean: null, level: 0.7, momentum: 0.5, normalized: 0.7 },
      ...{ contribution: 14, status: 'ok' },
    };
    const point: HypeHistoryPoint = {
      ...{ t: '2026-08-22T10:00:00.000Z', recorded_at: '2026-08-22T10:00:01.500Z', score: 14, confidence: 0.2 },
      ...{ prior: 0, momentum: null, ruleset: '2026.3', signals: { tvl_usd: signal } },
    };
    const { rows, columns } = await place('hype', [point]);
    expect(columns).toHaveLength(7 + 10 * 9);
    expect(rows[0]).toMatchObject({
      ...{ t: new Date(point.t), score: 14n, tvl_usd: 1e9, tvl_usd_mean: null, tvl_usd_contribution: 14 },
      ...{ tvl_usd_status: 'ok', news_articles: null, news_articles_contribution: null },
    });
  });

  // Another run that writes to the same file, or a failing disk.
  it('does not replace the old file if the stored rows are not the downloaded ones', async () => {
    const path = join(directory, 'out.parquet');
    writeFileSync(path, 'old');
    const part = new PartFile(`${path}.part`, 'test');
    await part.open(SIGNAL);
    const line = `${JSON.stringify({ wallet: '0x01', amount: '1', index: null, breakdown: [] })}\n`;
    await part.add(line, 1, '0x01');
    appendFileSync(`${path}.part`, line);
    const place = {
      what: 'allocations',
      dropId: 'linea',
      list: null,
      path,
      format: 'parquet',
      facts,
      signal: SIGNAL,
    } as const;
    await expect(putInPlace(part, place)).rejects.toMatchObject({ code: 'damaged_file' });
    expect([readdirSync(directory), readFileSync(path, 'utf8')]).toEqual([['out.parquet'], 'old']);
  });

  // A row group is what a writer and a reader hold in memory.
  it('splits rows into groups of limited size', async () => {
    const rows = Array.from({ length: 8_193 }, (_, index) => ({
      ...{ wallet: `0x${index}`, amount: '1', index, breakdown: [] },
    }));
    expect((await place('allocations', rows, null)).groups).toEqual([8_192, 1]);
  });
});
