import {
  Droptrack,
  type EligibilityResult,
  isAnswered,
  type ProvenAllocation,
  verifyProof,
  type WalletDrops,
} from '@droptrack/sdk';
import { isStarknetProof, verifyStarknetProof } from '@droptrack/sdk/starknet';
import * as starknet from '@scure/starknet';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DROPS, LISTS } from './judged-lists';
import { CHECKED, FAMILIES, type Family } from './judged-wallets';
import { ListsService } from './lists-service';
import { bucketOf, eligibleOutcome, familyOf, type JudgedEntry, walletKey, WalletsJudge } from './wallets-judge';

const WALLETS_PER_REQUEST = 20;
/** One in so many requests includes proofs, and one in so many wallets is checked with `checkPrivately`. */
const [PROVEN_REQUESTS, PRIVATE_CHECKS] = [10, 40];
/** Roots of the trees by drop and name of the list. */
const ROOTS = new Map(LISTS.map(({ drop, name, root }) => [`${drop} ${name}`, root]));

/** One in so many private checks sends the longest permitted prefix, and the number of characters that it adds. */
const LONG_PREFIXES = 16;
const longer = (wallet: string): number => (familyOf(wallet) === 'solana' ? 1 : 2);

/** Outcome in the form of the judge. */
function outcomeOf({ status, allocation, entries, source }: EligibilityResult): string {
  if (status === 'ineligible') return 'excluded';
  if (status !== 'eligible') return status;
  const several = entries.map(({ list, amount }) => ({ list: list ?? '', amount: BigInt(amount) }));
  return several.length > 0
    ? eligibleOutcome(several).replace(/ \d+/, ` ${allocation?.amount}`)
    : eligibleOutcome([{ list: source?.list ?? '', amount: BigInt(allocation?.amount ?? 0) }]);
}

/** Kind of an outcome, for their counts. */
function kindOf(outcome: string): string {
  if (outcome.includes('=')) return 'several entries';
  return outcome.includes(' in ') ? 'named list' : outcome.replace(/ .*/, '');
}

/** Outcomes by drop in the form of the judge. */
const outcomesIn = ({ data, ineligible = [] }: WalletDrops): Map<string, string> =>
  new Map([
    ...data.map((result) => [result.drop, outcomeOf(result)] as const),
    ...ineligible.map((drop) => [drop, 'ineligible'] as const),
  ]);

const field = (type: string, is: 'wallet' | 'amount' | 'index' | null, value: string | null = null) => ({
  ...{ type, is, value },
});
/** Fields of the leaves of the trees that have others than those of their format. */
const FIELDS: Readonly<Record<string, { readonly fields: ReturnType<typeof field>[] }>> = {
  'abi-tree': {
    fields: [field('address', 'wallet'), field('address', null, `0x${'c0'.repeat(20)}`), field('uint256', 'amount')],
  },
  'packed-tree': {
    fields: [
      ...[field('uint256', 'index'), field('uint8', null), field('address', 'wallet')],
      field('uint256', 'amount'),
    ],
  },
};

const verify = (given: ProvenAllocation): boolean =>
  isStarknetProof(given) ? verifyStarknetProof(given, starknet) : verifyProof(given);

/** True if every proof of a result leads to the root of its file, and every list with a tree has one. */
function isProven({ drop, wallet, allocation, proof, entries }: EligibilityResult, judged: JudgedEntry[]): boolean {
  const single = { amount: allocation?.amount ?? '', breakdown: allocation?.breakdown ?? [], proof };
  return (entries.length > 0 ? entries : [single]).every(({ amount, breakdown, proof: given }, n) => {
    const root = ROOTS.get(`${drop} ${judged[n]?.list}`) ?? null;
    if (given === null || root === null) return given === root;
    return given.root === root && given.root_published && verify({ ...given, wallet, amount, breakdown });
  });
}

// The judge reads the files by itself and shares no code with the service.
describe('10 000 random wallets over all lists', () => {
  const judge = new WalletsJudge(DROPS, LISTS);
  let service: ListsService;
  let client: Droptrack;
  let url: string;
  let apiKey: string;
  beforeAll(async () => {
    service = await ListsService.create('wallets', { isWithin: true });
    await service.apply(DROPS.map(({ id, file }) => ({ id, token: { decimals: 18 }, ...file })));
    for (const [n, { drop, fileName, content, options }] of LISTS.entries()) {
      const file = join(service.home, `${n}-${fileName}`);
      writeFileSync(file, content);
      await service.droptrack('lists', 'load', drop, file, ...options);
    }
    ({ url } = await service.start());
    const issue = ['keys', 'issue', '--plan', 'scale', '--label', 'wallets', '--requests-per-minute', '10000000'];
    ({ secret: apiKey } = await service.droptrack<{ secret: string }>(...issue));
    client = new Droptrack({ apiKey, baseUrl: url });
  });
  afterAll(() => service?.stop());

  it('agree with a brute-force search of the files by POST /v1/wallets/drops', async () => {
    expect(new Set(CHECKED.map(walletKey)).size).toBe(10_000);
    const found = new Map<string, number>();
    const differences: string[] = [];
    let proven = 0;
    for (let start = 0; start < CHECKED.length; start += WALLETS_PER_REQUEST) {
      const wallets = CHECKED.slice(start, start + WALLETS_PER_REQUEST);
      const withProofs = (start / WALLETS_PER_REQUEST) % PROVEN_REQUESTS === 0;
      const { data } = await client.wallets.drops({
        wallets,
        include: withProofs ? ['ineligible', 'proofs'] : ['ineligible'],
      });
      expect(data.filter(isAnswered)).toHaveLength(wallets.length);
      for (const [n, drops] of data.filter(isAnswered).entries()) {
        const [expected, actual] = [judge.outcomesOf(wallets[n] ?? ''), outcomesIn(drops)];
        for (const id of new Set([...expected.keys(), ...actual.keys()])) {
          const [want, got] = [expected.get(id) ?? 'absent', actual.get(id) ?? 'absent'];
          if (want !== got) differences.push(`${wallets[n]} in ${id}: ${got} instead of ${want}`);
          found.set(kindOf(want), (found.get(kindOf(want)) ?? 0) + 1);
        }
        if (!withProofs) continue;
        const eligible = drops.data.filter((result) => result.eligible);
        proven += eligible.filter(({ proof, entries }) => proof !== null || entries.length > 0).length;
        const wrong = eligible.filter((result) => !isProven(result, judge.entriesOf(result.wallet, result.drop)));
        differences.push(...wrong.map(({ drop, wallet }) => `${wallet} in ${drop}: proof`));
      }
    }
    expect(differences.slice(0, 5)).toEqual([]);
    // Every outcome occurred often enough to be compared.
    for (const outcome of [
      'eligible',
      'named list',
      'several entries',
      'excluded',
      'ineligible',
      'pending',
      'unknown',
    ]) {
      expect([outcome, (found.get(outcome) ?? 0) > 300]).toEqual([outcome, true]);
    }
    expect(proven).toBeGreaterThan(300);
  });

  /** Test wallets of a family by the prefix that they share. */
  const bucketsOf = (family: Family): Map<string, string[]> => {
    const buckets = new Map<string, string[]>();
    for (const wallet of CHECKED.filter((each) => familyOf(each) === family)) {
      buckets.set(bucketOf(wallet), [...(buckets.get(bucketOf(wallet)) ?? []), wallet]);
    }
    return buckets;
  };

  // A bucket is requested once and answers for all wallets of its prefix.
  it.each(FAMILIES)('agree with a brute-force search of the files by ranges of %s addresses', async (type) => {
    const drops = DROPS.filter(({ id, accepts }) => accepts.includes(type) && judge.isListed(id));
    const buckets = bucketsOf(type);
    const differences: string[] = [];
    let listed = 0;
    for (const { id: drop } of drops) {
      for (const [prefix, wallets] of buckets) {
        const { lists } = await client.eligibility.range(drop, prefix, { type });
        const rows = new Map<string, JudgedEntry[]>();
        for (const { list, data } of lists) {
          for (const { wallet, amount } of data) {
            rows.set(wallet, [...(rows.get(wallet) ?? []), { list: list ?? '', amount: BigInt(amount) }]);
          }
        }
        for (const wallet of wallets) {
          const [want, got] = [judge.entriesOf(wallet, drop), rows.get(walletKey(wallet)) ?? []];
          if (eligibleOutcome(want) !== eligibleOutcome(got)) differences.push(`${wallet} in ${drop}`);
          listed += Number(want.length > 0);
        }
        const matching = new Map(lists.map(({ list, matching: count }) => [list ?? '', count]));
        expect([drop, prefix, matching]).toEqual([drop, prefix, judge.countsIn(prefix, type, drop)]);
      }
    }
    expect(differences.slice(0, 5)).toEqual([]);
    expect(listed).toBeGreaterThan(100);
  });

  it('agree with the files and their roots in private checks, which never send a whole wallet', async () => {
    const responses = new Map<string, Promise<{ readonly text: string; readonly init: ResponseInit }>>();
    const responseOf = async (address: string, init: RequestInit) => {
      const response = await fetch(address, init);
      return { text: await response.text(), init: { status: response.status, headers: response.headers } };
    };
    const cached = new Droptrack({
      ...{ apiKey, baseUrl: url },
      fetch: async (address, init) => {
        const response = responses.get(address) ?? responseOf(address, init);
        responses.set(address, response);
        const { text, init: head } = await response;
        return new Response(text, head);
      },
    });
    const states = new Map<string | null, number>();
    const published = LISTS.flatMap(({ drop, root }) => (root === null ? [] : [{ root, ...FIELDS[drop] }]));
    const differences: string[] = [];
    for (const [n, wallet] of CHECKED.filter((_, at) => at % PRIVATE_CHECKS === 0).entries()) {
      const prefixLength = bucketOf(wallet).length + (n % LONG_PREFIXES === 0 ? longer(wallet) : 0);
      for (const { id: drop, accepts } of DROPS) {
        if (!accepts.includes(familyOf(wallet)) || !judge.isListed(drop)) continue;
        const options = { prefixLength, verify, roots: published };
        const { entries, proof_state, amount } = await cached.eligibility.checkPrivately({ wallet, drop }, options);
        const want = judge.entriesOf(wallet, drop);
        const got = entries.map((entry) => ({ list: entry.list ?? '', amount: BigInt(entry.amount) }));
        const roots = want.map(({ list }) => ROOTS.get(`${drop} ${list}`) ?? null);
        const sum = want.length === 0 ? null : want.reduce((all, one) => all + one.amount, 0n).toString();
        const listed = roots.every((root) => root !== null) ? 'verified' : 'none';
        const state = want.length === 0 ? null : listed;
        const isSame =
          eligibleOutcome(want) === eligibleOutcome(got) &&
          entries.every((entry, at) => (entry.proof?.root ?? null) === roots[at]) &&
          amount === sum &&
          proof_state === state;
        if (!isSame) differences.push(`${wallet} in ${drop}`);
        states.set(proof_state, (states.get(proof_state) ?? 0) + 1);
      }
    }
    expect(differences.slice(0, 5)).toEqual([]);
    expect(states.get('verified')).toBeGreaterThan(100);
    const sent = [...responses.keys()].join('\n').toLowerCase();
    expect(
      CHECKED.filter((wallet) => sent.includes(walletKey(wallet).toLowerCase().replace(/^0x/, '').slice(0, 12))),
    ).toEqual([]);
  });
});
