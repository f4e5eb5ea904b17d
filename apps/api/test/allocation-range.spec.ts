import { fact } from '@droptrack/catalogue/testing';
import {
  type AllocationRange,
  PROOF_FORMATS,
  type ProofFormat,
  RANGE_ROWS_MAX,
  RANGE_ROWS_MIN,
} from '@droptrack/contracts';
import { type Hash, parseWallet, prefixesOf } from '@droptrack/eligibility';
import { bulkHash } from '@droptrack/eligibility/formats';
import { type ProvenAllocation, verifyProof } from '@droptrack/sdk';
import { verifyStarknetProof } from '@droptrack/sdk/starknet';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishList } from './lists';
import { amountsOf, evm, pathOf, solana, treeOf, WALLETS_OF_FORMAT } from './ranges';

const PREFIXES = ['000', 'abc', 'ABC', 'abcd', 'abcde', 'fff'];
/** Slug of the drop whose list has a tree of a format. */
const dropOf = (format: ProofFormat): string => format.replaceAll('_', '-');
/** Trees of Starknet have fewer leaves, since their hash functions are slow. */
const STARKNET_COUNT = 40;
const isOfStarknet = (format: ProofFormat): boolean => WALLETS_OF_FORMAT[format].chain === 'starknet';

describe('GET /v1/drops/{id}/allocations/range/{prefix}', () => {
  let api: TestApi;
  let hash: Hash;
  /** As a user verifies it: trees of Starknet with its hash functions, others without. */
  const isProven = (given: ProvenAllocation): boolean =>
    isOfStarknet(given.format) ? verifyStarknetProof(given, hash.starknet!) : verifyProof(given);
  beforeAll(async () => {
    const both = { chain: fact('celestia'), wallets: ['evm', 'solana'] as const };
    const archived = dropDefinition('gone');
    const drops = [
      ...PROOF_FORMATS.map((format) =>
        dropDefinition(dropOf(format), { chain: fact(WALLETS_OF_FORMAT[format].chain) }),
      ),
      ...['plain', 'small', 'unlisted', 'parts', 'crowded', 'purged'].map((id) => dropDefinition(id)),
      dropDefinition('both', both),
      dropDefinition('none', { wallets: [] }),
    ];
    api = await startApi([...drops, archived]);
    await api.apply(drops);
    hash = await bulkHash('starknet_pedersen');
    for (const format of PROOF_FORMATS) {
      const amounts = amountsOf(WALLETS_OF_FORMAT[format].walletOf, isOfStarknet(format) ? STARKNET_COUNT : undefined);
      await publishList(api.db, dropOf(format), amounts, 'allocation', { tree: treeOf(format, hash) });
    }
    await publishList(api.db, 'plain', amountsOf(evm));
    await publishList(api.db, 'small', amountsOf(evm, 5));
    await publishList(api.db, 'parts', amountsOf(evm, 3), 'allocation', {
      tree: null,
      breakdown: [{ reason: 'bridge', amount: 0n }],
    });
    await publishList(api.db, 'both', { ...amountsOf(evm, 40), ...amountsOf(solana, 40) });
    await publishList(api.db, 'purged', amountsOf(evm, 5));
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  const range = async (drop: string, prefix: string, query = ''): Promise<AllocationRange> => {
    const response = await api.get(pathOf(drop, prefix, query));
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const rejection = async (url: string) => {
    const response = await api.get(url);
    const { code, detail, errors } = response.json<{
      code: string;
      detail: string;
      errors: { parameter: string; code: string }[];
    }>();
    return { status: response.statusCode, code, detail, parameter: errors[0]?.parameter, reason: errors[0]?.code };
  };

  describe('200', () => {
    it.each(PREFIXES)(
      'returns exactly the rows that begin with %s, then neighbours up to the minimum',
      async (prefix) => {
        const amounts = amountsOf(evm);
        const inside = Object.keys(amounts).filter((wallet) => wallet.startsWith(`0x${prefix.toLowerCase()}`));
        const { lists, ...head } = await range('plain', prefix);
        expect(head).toEqual({ drop: 'plain', wallet_type: 'evm', prefix: prefix.toLowerCase(), lists_gap: null });
        expect(lists).toHaveLength(1);
        const [{ list, matching, data, source } = lists[0]!] = lists;
        expect([list, matching]).toEqual([null, inside.length]);
        expect(data.slice(0, matching).map(({ wallet }) => wallet)).toEqual([...inside].sort());
        expect(data).toHaveLength(Math.max(inside.length, RANGE_ROWS_MIN));
        expect(new Set(data.map(({ wallet }) => wallet)).size).toBe(data.length);
        for (const { wallet, amount } of data) expect(amount).toBe(String(amounts[wallet]));
        expect(source).toMatchObject({ kind: 'allocation_list', version: 1 });
      },
    );

    it('fills up at the end of the key space with the first wallets', async () => {
      const sorted = Object.keys(amountsOf(evm)).sort();
      const [list] = (await range('plain', 'fffff')).lists;
      expect(list?.matching).toBe(0);
      expect(list?.data.map(({ wallet }) => wallet)).toEqual(sorted.slice(0, RANGE_ROWS_MIN));
    });

    it('returns a list below the minimum completely, each row once', async () => {
      for (const prefix of ['000', 'abc', 'fff']) {
        const [list] = (await range('small', prefix)).lists;
        expect(list?.data.map(({ wallet }) => wallet).sort()).toEqual(Object.keys(amountsOf(evm, 5)).sort());
      }
    });

    it('contains the breakdown of each row', async () => {
      const [list] = (await range('parts', 'abc')).lists;
      expect(list?.data[0]?.breakdown).toEqual([{ reason: 'bridge', amount: list?.data[0]?.amount }]);
    });

    it('returns Solana wallets by the beginning of their text', async () => {
      const wallets = Object.keys(amountsOf(solana));
      for (const wallet of wallets.slice(0, 20)) {
        for (const prefix of prefixesOf(wallet, 'solana')) {
          const { lists, wallet_type: type } = await range('jito', prefix);
          expect([type, lists.length]).toEqual(['solana', 1]);
          const matching = lists[0]!.data.slice(0, lists[0]!.matching).map((row) => row.wallet);
          expect(matching.sort()).toEqual(wallets.filter((each) => each.startsWith(prefix)).sort());
        }
      }
    });

    it('reads the type of the wallets from `type` if the drop accepts several', async () => {
      const [ofEvm] = (await range('both', 'abc', '?type=evm')).lists;
      expect(ofEvm?.matching).toBe(14);
      const wallet = solana(0);
      const [ofSolana] = (await range('both', wallet.slice(0, 2), '?type=solana')).lists;
      expect(ofSolana?.data.slice(0, ofSolana.matching).map((row) => row.wallet)).toContain(wallet);
    });

    it.each(PROOF_FORMATS)('proves every row of a tree of the format %s, neighbours too', async (format) => {
      const { walletOf } = WALLETS_OF_FORMAT[format];
      for (const n of [0, 1]) {
        const { address, type } = parseWallet(walletOf(n));
        const [prefix = ''] = prefixesOf(address, type);
        const [list] = (await range(dropOf(format), prefix, '?proofs=true')).lists;
        expect(list?.data.slice(0, list.matching).map(({ wallet }) => wallet)).toContain(walletOf(n));
        expect(list?.data.length).toBeGreaterThanOrEqual(RANGE_ROWS_MIN);
        for (const { proof, wallet, amount, breakdown } of list?.data ?? []) {
          expect(proof).toMatchObject({ format, root_published: false });
          expect(isProven({ ...proof!, wallet, amount, breakdown })).toBe(true);
          expect(isProven({ ...proof!, wallet, amount: `${amount}0`, breakdown })).toBe(false);
        }
      }
    });

    it('has null proofs for a list without a tree, and no proofs unless requested', async () => {
      expect((await range('plain', 'abc', '?proofs=true')).lists[0]?.data[0]).toHaveProperty('proof', null);
      expect((await range('uniswap', 'abc')).lists[0]?.data[0]).not.toHaveProperty('proof');
    });
  });

  describe('400', () => {
    it.each([
      ['plain', 'ab', 'prefix', 'too_short'],
      ['plain', 'abcdef', 'prefix', 'too_long'],
      ['plain', '0xabc', 'prefix', 'alphabet'],
      ['plain', 'xyz', 'prefix', 'alphabet'],
      ['plain', 'a c', 'prefix', 'alphabet'],
      ['jito', '2', 'prefix', 'too_short'],
      ['jito', '2abcd', 'prefix', 'too_long'],
      ['jito', '0a', 'prefix', 'alphabet'],
      ['both', 'abc', 'type', 'required'],
      ['plain', 'abc?type=solana', 'type', 'enum'],
      ['plain', 'abc?type=bitcoin', 'type', 'enum'],
      ['plain', 'abc?proofs=1', 'proofs', 'enum'],
      ['plain', 'abc?list=Season_2', 'list', 'format'],
    ])('rejects %s/%s by %s: %s', async (drop, prefix, parameter, reason) => {
      expect(await rejection(pathOf(drop, encodeURI(prefix)))).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        parameter,
        reason,
      });
    });

    // A whole wallet, sent by mistake.
    it('does not repeat the text in its message', async () => {
      const { detail, reason } = await rejection(pathOf('plain', evm(1).slice(2)));
      expect(reason).toBe('too_long');
      expect(detail).not.toContain(evm(1).slice(2, 12));
    });

    it('rejects a prefix with too many rows, and names the length to use', async () => {
      const crowd = (n: number): string => `0xabc${n.toString(16).padStart(37, '0')}`;
      await publishList(api.db, 'crowded', amountsOf(crowd, RANGE_ROWS_MAX.proofs + 1), 'allocation', {
        tree: treeOf('openzeppelin'),
      });
      await api.caughtUp();
      expect((await range('crowded', 'abc')).lists[0]?.matching).toBe(RANGE_ROWS_MAX.proofs + 1);
      const rejected = await rejection(pathOf('crowded', 'abc', '?proofs=true'));
      expect(rejected).toMatchObject({ status: 400, parameter: 'prefix', reason: 'too_many_rows' });
      expect(rejected.detail).toBe('prefix covers more than 1000 rows with proofs; use at least 4 hex digits');
      expect((await rejection(pathOf('crowded', 'abc00', '?proofs=true'))).detail).toBe(
        'prefix covers more than 1000 rows with proofs, and a longer one is not permitted',
      );
      expect((await range('crowded', 'abd', '?proofs=true')).lists[0]?.data).toHaveLength(RANGE_ROWS_MIN);
    });
  });

  describe('other rejections', () => {
    it.each([
      ['unknown', 'abc', 404, 'drop_not_found'],
      ['gone', 'abc', 410, 'drop_archived'],
      ['unlisted', 'abc', 404, 'list_not_found'],
      ['none', 'abc', 404, 'list_not_found'],
      ['plain', 'abc?list=season-2', 404, 'list_not_found'],
    ])('%s/%s: %i %s', async (drop, prefix, status, code) => {
      expect(await rejection(pathOf(drop, prefix))).toMatchObject({ status, code });
    });

    it('requires the plan pro', async () => {
      const response = await api.getAs('free', pathOf('plain', 'abc'));
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([403, 'plan_required']);
    });

    // "Deleted" must not pass for "not in the list".
    it('returns 503 for a list whose rows are being deleted', async () => {
      await api.db.query(`UPDATE lists SET in_force = false, purged_at = now() WHERE drop_id = 'purged'`);
      expect((await api.get(pathOf('purged', 'abc'))).statusCode).toBe(503);
      expect((await api.get(pathOf('purged', '000', '?proofs=true'))).statusCode).toBe(503);
    });
  });

  it('counts as one request, and leaves neither prefix nor drop in the log', async () => {
    const before = api.logs.length;
    const response = await api.get(pathOf('plain', 'abcde', '?proofs=true'));
    const next = await api.get(pathOf('plain', 'abcde'));
    const left = (header: unknown) => Number(/r=(\d+)/.exec(String(header))?.[1]);
    expect(left(response.headers['ratelimit']) - left(next.headers['ratelimit'])).toBeLessThanOrEqual(1);
    const lines = api.logs.slice(before).join('');
    expect(lines).toContain('/v1/drops/:id/allocations/range/:prefix');
    expect(lines).not.toMatch(/abcde|plain/);
  });
});
