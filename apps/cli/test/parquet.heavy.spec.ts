import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPlaces } from '../src/config/places';
import { codeBlocks } from '../src/testing/recorded-output';
import { installDuckDb } from './duckdb';
import { ListsService } from './lists-service';
import { builtProgram } from '@droptrack/program/testing';

const WALLETS = 30_000;
/** Total of the list: the largest that a token can have, which exceeds every integer type of Parquet. */
const TOTAL = 2n ** 256n - 1n;
const SMALL = Array.from({ length: WALLETS - 1 }, (_, n) => BigInt(n) * 10n ** 18n + BigInt(n));
const AMOUNTS = [TOTAL - SMALL.reduce((all, amount) => all + amount, 0n), ...SMALL];
const walletOf = (n: number): string => `0x${createHash('sha1').update(`${n}`).digest('hex')}`;
const guide = (name: string): string => readFileSync(join(findPlaces(__dirname).root, 'docs', name), 'utf8');
/** Statements of the SQL blocks of a guide. */
const queriesOf = (name: string): string[] =>
  codeBlocks(guide(name), 'sql').flatMap((block) => block.split(/;\s*$/m).filter((query) => query.trim() !== ''));

const duck = installDuckDb();

(duck === null ? describe.skip : describe)('Parquet files, as DuckDB reads them', () => {
  let service: ListsService = null!;
  beforeAll(async () => {
    service = await ListsService.create('parquet');
    const events = [{ id: 'tge', type: 'tge', title: 'Launch', starts_at: '2027-01-20T00:00:00Z' }];
    await service.apply([
      { id: 'linea', chain: 'linea', token: { decimals: 18 }, events },
      { id: 'jito', chain: 'solana' },
    ]);
    const file = join(service.home, 'list.csv');
    const rows = AMOUNTS.map((amount, n) => `${walletOf(n)},${amount}\n`);
    writeFileSync(file, `wallet,amount\n${rows.join('')}`);
    await service.droptrack('lists', 'load', 'linea', file, '--unit', 'base');
    const readings = Array.from({ length: 48 }, (_, hour) => ({
      ...{ drop: 'linea', signal: 'reddit_authors', value: 40 + hour },
      observed_at: new Date(Date.now() - (hour + 1) * 3_600_000).toISOString(),
    }));
    writeFileSync(join(service.home, 'readings.ndjson'), readings.map((row) => JSON.stringify(row)).join('\n'));
    await service.droptrack('signals', 'import', 'readings.ndjson', '--source', 'test');
    await service.db.query(
      `INSERT INTO events (id, type, seq, account, recorded_at, body) VALUES
       ('evt_1', 'drop.created', 1, NULL, now(), '{"é":"字 🪂"}'), ('evt_2', 'webhook.ping', NULL, 'acc', now(), '{}')`,
    );
    const { url } = await service.start();
    const key = await service.droptrack<{ secret: string }>('keys', 'issue', '--plan', 'scale', '--label', 'parquet');
    writeFileSync(join(service.home, 'key'), key.secret);
    const pull = (...args: string[]) =>
      service.droptrack('snapshots', 'pull', ...args, '--url', url, '--key-file', 'key');
    await pull('allocations', 'linea', '--out', 'linea.ndjson');
    await pull('allocations', 'linea', '--out', 'linea.parquet', '--parquet');
    await pull('drops', '--out', 'drops.ndjson');
    await pull('drops', '--out', 'drops.parquet', '--parquet');
    await service.droptrack('export', '--dir', 'dump');
  });
  afterAll(async () => {
    duck?.remove();
    await service?.stop();
  });

  const query = (...statements: string[]) => duck!.query(service.home, ...statements);
  const one = async (statement: string) => (await query(statement))[0]?.[0];

  it('have the number of wallets and the exact sum of their list', async () => {
    expect(await one(`SELECT count(*) AS n, sum(amount::BIGNUM)::VARCHAR AS total FROM 'linea.parquet'`)).toEqual({
      n: String(WALLETS),
      total: String(TOTAL),
    });
  });

  it('have the rows of the same pull as NDJSON', async () => {
    const columns = 'wallet, amount, index::DOUBLE AS index';
    const json = `read_json('linea.ndjson', format = 'newline_delimited', columns = {wallet: 'VARCHAR', amount: 'VARCHAR', index: 'DOUBLE'})`;
    const difference = (a: string, b: string) => `SELECT count(*) AS n FROM (SELECT ${columns} FROM ${a} EXCEPT SELECT ${columns} FROM ${b})`; // prettier-ignore
    expect(await query(difference(json, `'linea.parquet'`), difference(`'linea.parquet'`, json))).toEqual([
      [{ n: '0' }],
      [{ n: '0' }],
    ]);
    const drops = `SELECT count(*) AS n, count(*) FILTER (epoch_ms(p.updated_at) = epoch_ms(j.updated_at::TIMESTAMPTZ)) AS same
      FROM 'drops.parquet' AS p JOIN read_json('drops.ndjson', format = 'newline_delimited') AS j ON p.id = j.id AND p.hype_score IS NOT DISTINCT FROM j.hype_score`;
    expect(await one(drops)).toEqual({ n: '2', same: '2' });
  });

  it('declare types that need no cast, and state the origin of their rows', async () => {
    const types = await query(`DESCRIBE SELECT * FROM 'linea.parquet'`, `DESCRIBE SELECT * FROM 'drops.parquet'`);
    const [allocations, drops] = types.map((rows) => Object.fromEntries(rows.map((row) => [row['column_name'], row['column_type']]))); // prettier-ignore
    expect(allocations).toEqual({
      ...{
        wallet: 'VARCHAR',
        amount: 'VARCHAR',
        amount_tokens: 'DOUBLE',
        index: 'DOUBLE',
        breakdown: 'VARCHAR',
        tokens: 'VARCHAR',
      },
    });
    expect(drops).toMatchObject({ updated_at: 'TIMESTAMP WITH TIME ZONE', hype_score: 'BIGINT', cost_usd: 'DOUBLE' });
    const [schema, pairs] = await query(
      `SELECT name, type, logical_type FROM parquet_schema('drops.parquet') WHERE name = 'updated_at'`,
      `SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('linea.parquet')`,
    );
    expect(schema).toEqual([{ name: 'updated_at', type: 'INT64', logical_type: expect.stringContaining('isAdjustedToUTC=1') }]); // prettier-ignore
    const metadata = Object.fromEntries((pairs ?? []).map(({ key, value }) => [key, value]));
    expect(metadata).toMatchObject({
      ...{ 'droptrack.kind': 'allocations', 'droptrack.drop': 'linea', 'droptrack.list_version': '1' },
      ...{ 'droptrack.decimals': '18', 'droptrack.rows': String(WALLETS), 'droptrack.schema_version': '2' },
      'droptrack.ndjson_sha256': createHash('sha256')
        .update(readFileSync(join(service.home, 'linea.ndjson')))
        .digest('hex'),
    });
  });

  it('contain the history of the database, column by column', async () => {
    const hash = (text: string, order: string) => `md5(string_agg(${text}, '|' ORDER BY ${order}))`;
    const revision = `concat_ws(',', seq, entity, id, cause, length(body))`;
    const event = `concat_ws(',', id, type, seq, drop, chain, hype_score, body)`;
    const point = `concat_ws(',', drop, score, ruleset)`;
    const drop = `concat_ws(',', seq, id, name, chain, status, hype_score, rating_legit)`;
    const count = (table: string, text: string, order: string) => `SELECT count(*)::int AS n, ${hash(text, order)} AS hash FROM ${table}`; // prettier-ignore
    const statements = (tables: Readonly<Record<'revisions' | 'events' | 'points' | 'drops', string>>) => [
      count(tables.revisions, revision, 'seq'),
      count(tables.events, event, 'id'),
      count(tables.points, point, 'drop, t'),
      count(tables.drops, drop, 'seq'),
    ];
    const ofFiles = await query(
      ...statements({
        ...{ revisions: `'dump/revisions.parquet'`, events: `'dump/events.parquet'`, points: `'dump/points.parquet'` },
        drops: `'dump/drops.parquet'`,
      }),
    );
    const ofDatabase = await Promise.all(
      statements({
        revisions: `(SELECT seq, entity, id, cause, (CASE entity WHEN 'list' THEN body - 'list_id' WHEN 'definition' THEN body #- '{definition,sources}' ELSE body END)::text AS body FROM revisions) AS r`,
        events: `(SELECT id, type, seq, drop_id AS drop, chain, hype AS hype_score, body FROM events WHERE account IS NULL) AS e`,
        // A point without a reading has no score in files.
        points: `(SELECT drop_id AS drop, hour AS t, ruleset, CASE WHEN EXISTS (SELECT 1 FROM json_each(signals) AS s (id, point) WHERE id <> 'calendar_proximity' AND (point->>'weight')::float8 > 0) THEN score END AS score FROM points) AS p`,
        drops: `(SELECT seq, id, body->>'name' AS name, body->>'chain' AS chain, body->>'status' AS status, (body->>'hype_score')::int AS hype_score, body->'rating'->>'legit' AS rating_legit FROM revisions WHERE entity = 'drop') AS d`,
      }).map((statement) => service.db.query(statement)),
    );
    expect(ofFiles).toEqual(ofDatabase);
    expect(ofFiles[0]?.[0]).toMatchObject({ n: expect.any(Number) });
  });

  it('answer the queries of the guides', async () => {
    const [snapshots, analysts] = [queriesOf('bulk-snapshots.md'), queriesOf('analysts.md')];
    expect([snapshots.length, analysts.length]).toEqual([3, 3]);
    const [total, top] = await query(...snapshots);
    expect([total?.[0]?.['wallets'], top?.length]).toEqual([String(WALLETS), 10]);
    const [, moved] = await query(...analysts);
    expect(moved).toEqual([{ type: 'tge', events: '1', moved: '0', median_days: 0 }]);
  });

  // A limit for the size of files fails at the same place as a full disk.
  it('leaves nothing when a file cannot be written, and says why in one sentence', async () => {
    const command = [process.execPath, builtProgram('cli'), 'export', '--dir', 'too-large'].map((word) => `'${word}'`);
    const failed = promisify(execFile)('sh', ['-c', `ulimit -f 1; exec ${command.join(' ')}`], {
      cwd: service.home,
      env: { PATH: process.env['PATH'], DATABASE_URL: service.databaseUrl, DROPTRACK_HOME: service.home },
    });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: 'too-large cannot be written: the limit for the size of a file is reached\n',
    });
    expect(readdirSync(service.home).filter((name) => name.startsWith('too-large'))).toEqual([]);
  });
});
