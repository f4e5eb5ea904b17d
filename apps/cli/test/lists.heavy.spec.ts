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

/** Address of a program, with no owner and no allocation. */
const UNLISTED_ON_SOLANA = 'BPFLoaderUpgradeab1e11111111111111111111111';
/** Number of parallel loads. */
const AT_ONCE = 3;

/** Document of `droptrack lists load --json`. */
interface Loaded {
  readonly rows: number;
  readonly wallets: number;
  readonly total: string;
  readonly sha256: string;
  readonly tree: { readonly format: string; readonly root: string } | null;
}

/** Entry of the index that rotki publishes. */
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

/** From the real files to eligibility responses, by `droptrack lists load` and HTTP. */
(hasLists ? describe : describe.skip)('published lists', () => {
  const lists = hasLists ? publishedLists() : [];
  const served = new Map<string, Served>();
  const failures = new Map<string, unknown>();
  let service: ListsService;

  beforeAll(async () => {
    service = await ListsService.create('lists', { isWithin: true });
    const drops = lists.map(({ name, chain }) => ({ id: name, chain, token: { decimals: 18 } }));
    await service.apply([...drops, { id: 'familiars', chain: 'solana' }]);
    await eachAtOnce(lists, (list) => load(list).catch((error: unknown) => void failures.set(list.name, error)));
    await service.start();
  });
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

  /** Checksum of every wallet and amount of the active list. */
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
    expect(failures.get(name)).toBeUndefined();
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
      const source = { kind: 'allocation_list', sha256: loaded.sha256 };
      if (amount === 0n) {
        const reasons = [{ code: 'zero_allocation' }];
        expect(answer).toMatchObject({ wallet: address, status: 'ineligible', allocation: null, reasons, source });
        continue;
      }
      expect(answer).toMatchObject({
        wallet: address,
        status: 'eligible',
        eligible: true,
        allocation: { amount: amount.toString(), decimals: 18, breakdown },
        source,
      });
      expectProof(answer, loaded.tree);
    }
  });

  it('rotki: the files have the checksums that the publisher states', () => {
    const index = JSON.parse(textOf('rotki/index_v4.json')) as { airdrops: Record<string, PublishedFile> };
    const sums = Object.values(index.airdrops).map(({ file_hash: sum }) => sum);
    const loaded = [...served.values()].filter(({ list }) => list.name.startsWith('rotki-'));
    expect(loaded).toHaveLength(12);
    for (const {
      loaded: { sha256: sum },
    } of loaded)
      expect(sums).toContain(sum);
  });

  // Owners without amounts: a list of wallets.
  it('familiars: 1 500 rows of 484 wallets, accepted as a list of wallets', async () => {
    const file = 'solana-familiars/holders_2022-04-29.json.gz';
    const owners = (JSON.parse(textOf(file)) as { owner_wallet: string }[]).map((row) => row.owner_wallet);
    const { rows, wallets } = await service.droptrack<Loaded>(
      ...['lists', 'load', 'familiars', join(LISTS, file), '--kind', 'exclusion', '--columns', 'wallet=owner_wallet'],
      ...['--duplicates', 'sum', '--expect-wallets', '484'],
    );
    expect([rows, wallets]).toEqual([1_500, 484]);
    // Without an allocation list, an exclusion is no answer.
    const reasonsOf = async (wallet: string) =>
      (await service.check('familiars', wallet)).reasons.map(({ code }) => code).join(' ');
    const excluded = 'snapshot_pending excluded_sybil';
    // The running service applies the list.
    await until(async () => (await reasonsOf(owners[0]!)) === excluded);
    expect(await reasonsOf(owners.at(-1)!)).toBe(excluded);
    expect(await reasonsOf(UNLISTED_ON_SOLANA)).toBe('snapshot_pending');
  });
});

/** Same checksum as the database computes. */
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

/** Sums the rows of a wallet. No published list has both repeated wallets and a breakdown. */
function allocationsOf(rows: readonly PublishedRow[]): Map<string, Allocation> {
  const allocations = new Map<string, Allocation>();
  for (const { wallet, amount, breakdown } of rows) {
    const before = allocations.get(nameOf(wallet))?.amount ?? 0n;
    allocations.set(nameOf(wallet), { amount: before + amount, breakdown: breakdown ?? [] });
  }
  return allocations;
}

/** Wallets of the first and last row, of some between, and of repeated ones. */
function sampleOf(rows: readonly PublishedRow[]): string[] {
  const seen = new Set<string>();
  const doubled = rows.filter(({ wallet }) => seen.size === seen.add(wallet.toLowerCase()).size);
  const places = [0, 1, 2, 3, 4].map((quarter) => Math.floor(((rows.length - 1) * quarter) / 4));
  return [
    ...new Set([...places.map((place) => rows[place]!.wallet), ...doubled.slice(0, 3).map(({ wallet }) => wallet)]),
  ];
}

/** Alternates between the published spelling, the checksum, lower case and upper case. Solana keys have one spelling. */
function spelled(wallet: string, place: number): string {
  if (!wallet.startsWith('0x')) return wallet;
  const spellings = [wallet, parseWallet(wallet).address, wallet.toLowerCase(), `0x${wallet.slice(2).toUpperCase()}`];
  return spellings[place % spellings.length] ?? wallet;
}

/** Checks that a proof verifies with the values of the response, and with no others; null without a tree. */
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

/** Tokens, rounded to the number of digits of `as`. */
function rounded(total: string, as: string): string {
  const digits = as.split('.')[1]?.length ?? 0;
  const unit = 10n ** BigInt(18 - digits);
  return inTokens(((BigInt(total) + unit / 2n) / unit) * unit);
}

/** Amount in tokens with 18 decimals. */
function inTokens(total: bigint): string {
  const digits = total.toString().padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '');
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Runs the work for all items, a few at a time. */
async function eachAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
