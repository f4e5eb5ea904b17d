import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { parseTokenAmount, parseWallet } from '@droptrack/eligibility';
import { applyDefinitions, type Database, findListRow, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openListFiles } from '../lists/open-list-files';
import { recordedOutput } from '../testing';
import { bulkHash } from './lists-bulk-hash';
import { type LoadListArguments, loadListFiles } from './lists-load';

const ROOT = resolve(__dirname, '../../../..');
const LISTS = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'lists');
const hasLists = existsSync(LISTS);
if (!hasLists) console.warn(`skipped: the published lists are not there (${LISTS})`);

/** Lines of a packed file, without the last empty one. */
const linesOf = (file: string): string[] =>
  gunzipSync(readFileSync(join(LISTS, file)))
    .toString()
    .trimEnd()
    .split(/\r?\n/);
/** Base units of an amount, by another way than the program's. */
function baseUnits(text: string, unit: 'base' | 'token'): bigint {
  if (unit === 'base') return BigInt(text);
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = 18 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}

(hasLists ? describe : describe.skip)('published lists', () => {
  let [test, db]: [TestDatabase, Database] = [null!, null!];
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'droptrack-lists-'));
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
  });
  beforeEach(() =>
    applyDefinitions(db, {
      origin: 'test',
      definitions: [dropDefinition({ token: { symbol: null, decimals: fact(18), address: null } })],
      nowMs: Date.now(),
    }),
  );
  afterAll(async () => {
    await db.close();
    await test.drop();
    rmSync(folder, { recursive: true });
  });

  const load = async (path: string, over: Partial<LoadListArguments> = {}) => {
    const { output, said } = recordedOutput();
    const args: LoadListArguments = {
      dropId: 'linea',
      files: [{ path, file: 'list.csv' }],
      format: 'auto',
      tree: null,
      isPart: false,
      expectRoot: null,
      expectTotal: null,
      expectWallets: null,
      kind: 'allocation',
      unit: 'token',
      columns: null,
      duplicates: 'refuse',
      url: null,
      dryRun: false,
      ...over,
    };
    const deps = {
      openListFiles,
      bulkHash,
      output,
      withDatabase: <T>(work: (database: Database) => Promise<T>) => work(db),
      now: () => new Date(),
    };
    const code = await loadListFiles(args, deps);
    return { code, text: said.text, document: said.document as Record<string, unknown> };
  };
  const inForce = async (): Promise<number> => {
    const [list] = await db.query<{ id: number }>('SELECT id::float8 AS id FROM lists WHERE in_force');
    return list!.id;
  };

  // Rows, sums in base units, and the sum of the file as its publisher's index has it.
  it.each<[string, 'base' | 'token', number, number, string, 'refuse' | 'sum']>([
    ['lido_airdrop', 'base', 620, 620, '3999999999999997473694078', 'refuse'],
    ['cornichon_airdrop', 'base', 317, 317, '19761825426873148102374350', 'refuse'],
    ['psp', 'token', 19_999, 19_999, `149843200${'0'.repeat(18)}`, 'refuse'],
    ['1inch', 'token', 55_223, 55_223, '89999999999768465209021150', 'refuse'],
    ['furucombo_airdrop', 'token', 1_759, 1_721, `966000${'0'.repeat(18)}`, 'sum'],
  ])('%s (%s units): every row, and every wallet its amount', async (name, unit, rows, wallets, sum, duplicates) => {
    const file = `rotki/${name}.csv.gz`;
    const { code, document } = await load(join(LISTS, file), { unit, duplicates });
    const sha256 = createHash('sha256')
      .update(readFileSync(join(LISTS, file)))
      .digest('hex');
    const index = JSON.parse(readFileSync(join(LISTS, 'rotki/index_v4.json'), 'utf8')) as {
      airdrops: Record<string, { file_path?: string; file_hash?: string }>;
    };
    const entry = Object.values(index.airdrops).find(({ file_path }) => file_path?.endsWith(`/${name}.csv.gz`));
    expect([code, document]).toEqual([
      0,
      expect.objectContaining({ rows, wallets, total: sum, decimals: 18, sha256: entry?.file_hash }),
    ]);
    expect(sha256).toBe(entry?.file_hash);

    const expected = new Map<string, bigint>();
    for (const line of linesOf(file).slice(1)) {
      const [address = '', amount = ''] = line.split(',');
      const key = address.toLowerCase();
      expected.set(key, (expected.get(key) ?? 0n) + baseUnits(amount, unit));
    }

    const stored = await db.query<{ wallet: string; amount: string }>(
      `SELECT '0x' || encode(wallet, 'hex') AS wallet, amount::text AS amount FROM list_rows WHERE list_id = $1`,
      [await inForce()],
    );
    expect(new Map(stored.map(({ wallet, amount }) => [wallet, BigInt(amount)]))).toEqual(expected);
  });

  it('1inch: finds wallets as people write them', async () => {
    await load(join(LISTS, 'rotki/1inch.csv.gz'));
    const id = await inForce();
    const lines = linesOf('rotki/1inch.csv.gz').slice(1);
    for (const line of [lines[0]!, lines.find((text) => text.includes('E-'))!, lines.at(-1)!]) {
      const [address = '', amount = ''] = line.split(',');
      const row = await findListRow(db, id, parseWallet(address).bytes);
      expect(row).toMatchObject({ amount: parseTokenAmount(amount, 18).toString(), breakdown: [] });
    }
    expect(await findListRow(db, id, new Uint8Array(20))).toBeNull();
  });

  it('furucombo: refuses its 38 doubled wallets unless told to sum them', async () => {
    const { code, document } = await load(join(LISTS, 'rotki/furucombo_airdrop.csv.gz'));
    expect([code, document]).toMatchObject([1, { error: { total: 38 } }]);
  });

  it('curve: refuses shares of the whole as amounts of a token', async () => {
    const { text, document } = await load(join(LISTS, 'rotki/curve_airdrop.csv.gz'));
    expect(document).toMatchObject({ error: { code: 'list_faults', total: 9_524 } });
    expect(text).toMatch(/^list\.csv:2: amount: the amount has more decimals than the token has$/m);
  });

  it('nation3, first version: refuses every line, and leaves the former list in force', async () => {
    const rows = linesOf('nation3/airdrop-first-version.jsonl.gz').map(
      (line) => JSON.parse(line) as { address: string; amount: string },
    );
    expect(rows).toHaveLength(1_956);
    const path = join(folder, 'nation3.csv');
    writeFileSync(path, ['address,amount', ...rows.map(({ address, amount }) => `${address},${amount}`)].join('\n'));
    await load(join(LISTS, 'rotki/lido_airdrop.csv.gz'), { unit: 'base' });
    const before = await inForce();

    const { code, document } = await load(path);
    expect([code, document]).toMatchObject([1, { error: { total: 1_956 } }]);
    const { error } = document as { error: { faults: { line: number; message: string }[] } };
    expect(error.faults.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
    expect(new Set(error.faults.map(({ message }) => message)).size).toBe(1);
    // As it was published it is no CSV.
    expect((await load(join(LISTS, 'nation3/airdrop-first-version.jsonl.gz'))).text).toContain('list.csv:1: ');
    expect(await inForce()).toBe(before);
  });

  it('a list of Cosmos addresses: refuses every one', async () => {
    const path = join(LISTS, 'misc/umee_bech32_negative_examples.csv.gz');
    const { code, text, document } = await load(path, { columns: 'wallet=umee_address', unit: 'base' });
    expect([code, document]).toMatchObject([1, { error: { total: 1_000 } }]);
    expect(text).toContain('list.csv:2: wallet: It looks like a bech32 address');
    expect(text).not.toContain('umee1');
    expect((await load(path, { unit: 'base' })).text).toContain('has no column "wallet" or "address"');
  });

  it('keys of Solana: takes every one for a drop that counts them', async () => {
    const drop = dropDefinition({ id: 'jito', chain: fact('solana') });
    await applyDefinitions(db, { origin: 'solana', definitions: [drop], nowMs: Date.now() });
    const [header, ...rows] = linesOf('solana-jito/simd0096_feature_proposal.csv.gz');
    const columns = `wallet=${header!.split(',')[0]!.trim()},amount=${header!.split(',')[1]!.trim()}`;
    const path = join(LISTS, 'solana-jito/simd0096_feature_proposal.csv.gz');
    const { code, document } = await load(path, { dropId: 'jito', unit: 'base', columns });
    expect([code, document]).toMatchObject([0, { rows: rows.length, total: '368296676892441006', decimals: null }]);
  });
});
