import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CliError } from '../../output/cli-error';
import type { LoadList } from './load';
import { listCommands } from './testing';

const ROOT = resolve(__dirname, '../../../../..');
const LISTS = resolve(ROOT, process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data', 'lists');
const hasLists = existsSync(LISTS);
if (!hasLists) console.warn(`skipped: no published lists in ${LISTS}`);

const UNISWAP_ROOT = '0xc8500f8e2fcf3c9a32880e1b973fb28acc88be35787a8abcf9981b2b65dbdeb5';
const ANY_ROOT = `0x${'ab'.repeat(32)}`;
const textOf = (file: string): string => gunzipSync(readFileSync(join(LISTS, file))).toString();

interface Fault {
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
}

/** Failure of a load: errors of the list, or of the arguments. */
interface LoadFailure {
  readonly code: string;
  readonly total?: number;
  readonly faults?: readonly Fault[];
  readonly message: string;
}

type Over = Partial<Omit<LoadList, 'files'>>;

(hasLists ? describe : describe.skip)('published lists with errors', () => {
  let lists: Awaited<ReturnType<typeof listCommands>>;
  beforeAll(async () => {
    const token = { symbol: null, decimals: fact(18), address: null };
    lists = await listCommands([
      dropDefinition({ token }),
      dropDefinition({ id: 'sol', chain: fact('solana'), token }),
    ]);
    // An active list that a rejected load must not change.
    await load(['rotki/lido_airdrop.csv.gz'], { unit: 'base' });
    before = await everything();
  });
  afterAll(() => lists.close());

  let before: unknown;
  const everything = async (): Promise<unknown> => {
    const [counted] = await lists.db.query(
      `SELECT (SELECT jsonb_agg(to_jsonb(lists)) FROM lists) AS lists, (SELECT count(*) FROM list_rows) AS rows,
              (SELECT count(*) FROM list_nodes) AS nodes, (SELECT seq FROM log_head) AS seq`,
    );
    return counted;
  };

  async function load(names: readonly string[], over: Over = {}): Promise<unknown> {
    const paths = names.map((name) => resolve(LISTS, name));
    return (await lists.load(paths, over)).document;
  }

  /** Error of a rejected load; fails if the load has changed anything. */
  async function failureOf(names: string | readonly string[], over: Over = {}): Promise<LoadFailure> {
    const document = await load([names].flat(), over).catch((error: unknown) => ({ error }));
    const { error } = document as { error?: LoadFailure };
    if (error === undefined) throw new Error('It was loaded');
    if (error instanceof Error && !(error instanceof CliError)) throw error;
    expect(await everything()).toEqual(before);
    return error;
  }
  const packed = (name: string, text: string): string => {
    const path = join(lists.folder, name);
    writeFileSync(path, gzipSync(text));
    return path;
  };

  // File, arguments, number of errors, line of the first, and its message.
  it.each<[string, Over, number, number | null, RegExp]>([
    ['nation3/airdrop-first-version.jsonl.gz', { unit: 'token' }, 1_956, 1, /^amount: /],
    ['nation3/airdrop-first-version.jsonl.gz', { unit: 'base' }, 1_956, 1, /^amount: /],
    ['across/invalid-amounts.json.gz', {}, 1, null, /10\b.*\b20\b/],
    ['across/invalid-duplicate.json.gz', {}, 1, 2, /^the same wallet as in line 1$/],
    ['misc/umee_bech32_negative_examples.csv.gz', { unit: 'base', columns: 'wallet=umee_address' }, 1_000, 2, /Cosmos/],
    ['rotki/curve_airdrop.csv.gz', { unit: 'token' }, 9_524, 2, /^amount: the amount has more decimals than the token/],
    ['rotki/curve_airdrop.csv.gz', { unit: 'base' }, 9_641, 2, /^amount: /],
    ['rotki/omni.csv.gz', { unit: 'base' }, 148_563, 2, /^amount: /],
    ['rotki/furucombo_airdrop.csv.gz', { unit: 'token' }, 38, null, /^the same wallet as in line \d+$/],
    ['rotki/squill_airdrop_2.csv.gz', { unit: 'token' }, 5, null, /^the same wallet as in line \d+$/],
    ['uniswap/mapping.json.gz', { unit: 'base' }, 2_503, 1, /^amount: /],
    [
      'solana-jito/simd0096_feature_proposal.csv.gz',
      { unit: 'base', columns: 'wallet=recipient' },
      1_802,
      2,
      /^wallet: /,
    ],
    ['rotki/psp.csv.gz', { unit: 'token', dropId: 'sol' }, 19_999, 2, /^wallet: It is an EVM address/],
    [
      'rotki/psp.csv.gz',
      { unit: 'token', expectWallets: 20_000 },
      1,
      null,
      /^it has 19999 wallets, and should have 20000$/,
    ],
    ['rotki/psp.csv.gz', { unit: 'token', expectTotal: '149843201' }, 1, null, /comes to 149843200/],
    [
      'rotki/psp.csv.gz',
      { unit: 'token', tree: 'openzeppelin', expectRoot: ANY_ROOT },
      1,
      null,
      /and should have 0xabab/,
    ],
    ['rotki/psp.csv.gz', { unit: 'token', tree: 'uniswap' }, 19_999, 2, /index/],
    ['solana-jito/merkle_tree_21_nodes.json', { dropId: 'sol', expectRoot: ANY_ROOT }, 21, 1, /published proof/],
  ])('%s %j: %d faults', async (file, over, total, line, message) => {
    const { code, faults, ...error } = await failureOf(file, over);
    expect({ code, total: error.total }).toEqual({ code: 'list_faults', total });
    expect(faults?.[0]?.message).toMatch(message);
    if (line !== null) expect(faults?.[0]?.line).toBe(line);
    // The messages never contain the content of a line.
    expect(JSON.stringify(faults)).not.toMatch(/0x[0-9a-fA-F]{40}\b|umee1|xxx/);
  });

  it.each<[string, Over, string]>([
    ['rotki/lido_airdrop.csv.gz', {}, 'invalid_argument'],
    ['velodrome/velo_airdrop.json.gz', {}, 'invalid_argument'],
    ['across/referral-8.json.gz', { unit: 'token' }, 'invalid_argument'],
    ['rotki/index_v4.json', { unit: 'base' }, 'unknown_format'],
    ['rotki/lido_airdrop.csv.gz', { unit: 'base', expectRoot: ANY_ROOT }, 'invalid_argument'],
  ])('%s %j: %s', async (file, over, code) => {
    expect((await failureOf(file, over)).code).toBe(code);
  });

  it('the first version of nation3: reports the first hundred errors, each by its line', async () => {
    const { faults = [] } = await failureOf('nation3/airdrop-first-version.jsonl.gz', { unit: 'token' });
    expect(faults.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it('the first half of a gzip file', async () => {
    const path = join(lists.folder, 'half.csv.gz');
    const bytes = readFileSync(join(LISTS, 'rotki/psp.csv.gz'));
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
    const { faults } = await failureOf(path, { unit: 'token' });
    expect(faults).toEqual([
      { file: 'half.csv.gz', line: null, message: expect.stringContaining('truncated') as string },
    ]);
  });

  // The tree is not complete, so the proof of the claim itself shows the change.
  it('an altered claim of Uniswap: reported by its file and index', async () => {
    const chunks = readdirSync(join(LISTS, 'uniswap/chunks-with-proofs')).map(
      (name) => `uniswap/chunks-with-proofs/${name}`,
    );
    const [first = '', second = ''] = chunks;
    const claims = JSON.parse(textOf(second)) as Record<string, { amount: string }>;
    const [wallet = ''] = Object.keys(claims).slice(41);
    claims[wallet]!.amount = '0x01';
    const altered = packed('altered.json.gz', JSON.stringify(claims));
    const { faults } = await failureOf([first, altered], { part: true, expectRoot: UNISWAP_ROOT });
    expect(faults).toEqual([
      { file: 'altered.json.gz', line: 42, message: expect.stringContaining('does not lead to the root') as string },
    ]);
  });

  it('a missing shard of Hop, and a shard with two swapped wallets', async () => {
    const shards = readdirSync(join(LISTS, 'hop-goerli')).map((name) => `hop-goerli/${name}`);
    expect((await failureOf(shards.slice(1))).faults?.[0]?.message).toMatch(
      /^its amounts add up to .* it states a total/,
    );

    const file = 'hop-goerli/35.json';
    const shard = JSON.parse(readFileSync(join(LISTS, file), 'utf8')) as { entries: Record<string, object> };
    const [one = '', other = ''] = Object.keys(shard.entries);
    const entries = { [one]: shard.entries[other], [other]: shard.entries[one] };
    const altered = packed('35.json', JSON.stringify({ ...shard, entries }));
    const { faults } = await failureOf([altered, ...shards.filter((name) => name !== file)]);
    expect(faults?.[0]?.message).toContain(
      'and should have 0x604fb1f97a3a2005640333c2d986fe23820692f83ac417208094726f24ebd748',
    );
  });
});
