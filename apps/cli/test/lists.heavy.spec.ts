import type { EligibilityResult } from '@droptrack/contracts';
import { parseWallet } from '@droptrack/eligibility';
import { verifyProof } from '@droptrack/sdk';
import { base58 } from '@scure/base';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListsService } from './lists-service';
import { type PublishedList, publishedLists } from './published-lists';
import { hasPublishedLists, LISTS, type PublishedRow, textOf } from './published-rows';
import { until } from './service';

/** Of the key that owns programs: no holder's. */
const NOBODY_ON_SOLANA = 'BPFLoaderUpgradeab1e11111111111111111111111';
/** As many at once as a small machine has processors for. */
const AT_ONCE = 3;

/** What `droptrack lists load --json` prints. */
interface Loaded {
  readonly rows: number;
  readonly wallets: number;
  readonly total: string;
  readonly sha256: string;
  readonly tree: { readonly format: string; readonly root: string } | null;
}

/** An entry of rotki's index. */
interface PublishedFile {
  readonly file_hash?: string;
}

/** A published list as it was loaded. */
interface Served {
  readonly list: PublishedList;
  readonly rows: readonly PublishedRow[];
  readonly loaded: Loaded;
}

const hasLists = hasPublishedLists();

/** From the real files to the answers: what `droptrack lists load` and `curl` do. */
(hasLists ? describe : describe.skip)('published lists', () => {
  const lists = hasLists ? publishedLists() : [];
  const served = new Map<string, Served>();
  const refused = new Map<string, unknown>();
  let service: ListsService;

  beforeAll(async () => {
    service = await ListsService.create('lists', { isWithin: true });
    const drops = lists.map(({ name, chain }) => ({ id: name, chain, token: { decimals: 18 } }));
    await service.apply([...drops, { id: 'familiars', chain: 'solana' }]);
    await eachAtOnce(lists, (list) => load(list).catch((error: unknown) => void refused.set(list.name, error)));
    await service.start();
  }, 120_000);
  afterAll(() => service?.stop());

  async function load(list: PublishedList): Promise<void> {
    const rows = list.rows();
    const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
    const unit = list.options.includes('token') ? 'token' : 'base';
    const loaded = await service.droptrack<Loaded>(
      ...['lists', 'load', list.name, ...list.files.map((file) => join(LISTS, file)), ...list.options],
      ...['--expect-wallets', String(list.wallets)],
      ...['--expect-total', unit === 'base' ? String(total) : inTokens(total)],
      ...(list.root === null ? [] : ['--expect-root', list.root]),
    );
    served.set(list.name, { list, rows, loaded });
  }

  /** Of every wallet in force and its amount. */
  async function storedRows(drop: string): Promise<string> {
    const [row] = await service.db.query<{ digest: string }>(
      `SELECT md5(string_agg(encode(wallet, 'hex') || ' ' || amount, E'\\n' ORDER BY wallet)) AS digest
       FROM list_rows JOIN lists ON lists.id = list_id WHERE drop_id = $1 AND in_force`,
      [drop],
    );
    return row?.digest ?? '';
  }

  const each = it.each(lists.map((list) => [list.name, list] as const));

  each('%s: has as many rows, such a sum and such a root', async (name, list) => {
    expect(refused.get(name)).toBeUndefined();
    const { rows, loaded } = served.get(name)!;
    expect(loaded).toMatchObject({ rows: rows.length, wallets: list.wallets });
    expect(loaded.total).toBe(rows.reduce((sum, { amount }) => sum + amount, 0n).toString());
    if (list.sum !== null)
      expect(list.sumUnit === 'base' ? loaded.total : rounded(loaded.total, list.sum)).toBe(list.sum);
    if (list.root !== null) expect(loaded.tree?.root).toBe(list.root);
    expect(await storedRows(name)).toBe(digestOf(rows));
    if (list.files.length === 1) expect(loaded.sha256).toBe(sha256(readFileSync(join(LISTS, list.files[0]!))));
  });

  each('%s: the API answers as the file says', async (name) => {
    const { rows, loaded } = served.get(name)!;
    const allocations = allocationsOf(rows);
    for (const [place, wallet] of sampleOf(rows).entries()) {
      const { address } = parseWallet(wallet);
      const { amount, breakdown } = allocations.get(nameOf(wallet))!;
      const answer = await service.check(name, spelled(wallet, place));
      expect(answer).toMatchObject({
        wallet: address,
        status: 'eligible',
        eligible: true,
        allocation: { amount: amount.toString(), decimals: 18, breakdown },
        source: { kind: 'allocation_list', sha256: loaded.sha256 },
      });
      expectProof(answer, loaded.tree);
    }
  });

  it('rotki: the files are those that the publisher has the sums of', () => {
    const index = JSON.parse(textOf('rotki/index_v4.json')) as { airdrops: Record<string, PublishedFile> };
    const sums = Object.values(index.airdrops).map(({ file_hash: sum }) => sum);
    const loaded = [...served.values()].filter(({ list }) => list.name.startsWith('rotki-'));
    expect(loaded).toHaveLength(12);
    for (const {
      loaded: { sha256: sum },
    } of loaded)
      expect(sums).toContain(sum);
  });

  // Holders without amounts: a list of that form says who, not how much.
  it('familiars: 1 500 rows of 484 wallets, taken as a list of wallets', async () => {
    const file = 'solana-familiars/holders_2022-04-29.json.gz';
    const owners = (JSON.parse(textOf(file)) as { owner_wallet: string }[]).map((row) => row.owner_wallet);
    const { rows, wallets } = await service.droptrack<Loaded>(
      ...['lists', 'load', 'familiars', join(LISTS, file), '--kind', 'exclusion', '--columns', 'wallet=owner_wallet'],
      ...['--duplicates', 'sum', '--expect-wallets', '484'],
    );
    expect([rows, wallets]).toEqual([1_500, 484]);
    const reasonOf = async (wallet: string) => (await service.check('familiars', wallet)).reasons[0]?.code;
    // The service shows it without being started anew.
    await until(async () => (await reasonOf(owners[0]!)) === 'excluded_sybil');
    expect(await reasonOf(owners.at(-1)!)).toBe('excluded_sybil');
    expect(await reasonOf(NOBODY_ON_SOLANA)).toBe('snapshot_pending');
  });
});

/** As the database makes it. */
function digestOf(rows: readonly PublishedRow[]): string {
  const hexOf = (name: string) =>
    name.startsWith('0x') ? name.slice(2) : Buffer.from(base58.decode(name)).toString('hex');
  const lines = [...allocationsOf(rows)].map(([name, { amount }]) => `${hexOf(name)} ${amount}`);
  return createHash('md5').update(lines.sort().join('\n')).digest('hex');
}

interface Allocation {
  readonly amount: bigint;
  readonly breakdown: PublishedRow['breakdown'] & object;
}

const nameOf = (wallet: string): string => (wallet.startsWith('0x') ? wallet.toLowerCase() : wallet);

/** The rows of a wallet are summed; of what is here, no list says what the rows of such a wallet are for. */
function allocationsOf(rows: readonly PublishedRow[]): Map<string, Allocation> {
  const allocations = new Map<string, Allocation>();
  for (const { wallet, amount, breakdown } of rows) {
    const before = allocations.get(nameOf(wallet))?.amount ?? 0n;
    allocations.set(nameOf(wallet), { amount: before + amount, breakdown: breakdown ?? [] });
  }
  return allocations;
}

/** The first and the last, some between, and those that are there twice. */
function sampleOf(rows: readonly PublishedRow[]): string[] {
  const seen = new Set<string>();
  const doubled = rows.filter(({ wallet }) => seen.size === seen.add(wallet.toLowerCase()).size);
  const places = [0, 1, 2, 3, 4].map((quarter) => Math.floor(((rows.length - 1) * quarter) / 4));
  return [
    ...new Set([...places.map((place) => rows[place]!.wallet), ...doubled.slice(0, 3).map(({ wallet }) => wallet)]),
  ];
}

/** As it was published, with its checksum, in lower case and in upper case, in turn; keys of Solana have one spelling. */
function spelled(wallet: string, place: number): string {
  if (!wallet.startsWith('0x')) return wallet;
  const spellings = [wallet, parseWallet(wallet).address, wallet.toLowerCase(), `0x${wallet.slice(2).toUpperCase()}`];
  return spellings[place % spellings.length] ?? wallet;
}

/** A proof that holds by what anybody can see of the answer, and by nothing else; none where there is no tree. */
function expectProof({ proof, wallet, allocation }: EligibilityResult, tree: Loaded['tree']): void {
  if (tree === null || proof === null || allocation === null) {
    expect(proof).toBe(tree);
    return;
  }
  expect(proof).toMatchObject(tree);
  const { amount, breakdown } = allocation;
  expect(verifyProof({ ...proof, wallet, amount, breakdown })).toBe(true);
  expect(verifyProof({ ...proof, wallet, amount: String(BigInt(amount) + 1n), breakdown })).toBe(false);
  expect(verifyProof({ ...proof, proof: proof.proof.slice(1), wallet, amount, breakdown })).toBe(false);
}

/** In the digits that a statement has. */
function rounded(total: string, as: string): string {
  const digits = as.split('.')[1]?.length ?? 0;
  const unit = 10n ** BigInt(18 - digits);
  return inTokens(((BigInt(total) + unit / 2n) / unit) * unit);
}

/** Tokens of 18 decimals. */
function inTokens(total: bigint): string {
  const digits = total.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '');
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Works on all, a few at a time. */
async function eachAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
