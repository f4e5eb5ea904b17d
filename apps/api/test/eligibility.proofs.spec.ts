import { fact } from '@droptrack/catalogue/testing';
import { type LeafField, PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import { type Hash, parseWallet, PORTABLE_HASH } from '@droptrack/eligibility';
import { bulkHash } from '@droptrack/eligibility/formats';
import { type ProvenAllocation, verifyProof } from '@droptrack/sdk';
import { verifyStarknetProof } from '@droptrack/sdk/starknet';
import { bech32 } from '@scure/base';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { INDEXED, publishList } from './lists';

const COUNT = 40;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const evm = (n: number) => parseWallet(`0x${n.toString(16).padStart(40, n % 2 ? 'ab' : '07')}`).address;
/** Base58 of 32 bytes for every value of its third last character. */
const solana = (n: number) => `9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18t${ALPHABET[n]}1Y`;
/** The leaf of `ens`, for the format that has no usual fields. */
const PACKED: readonly LeafField[] = [
  { type: 'address', is: 'wallet', value: null },
  { type: 'uint256', is: 'amount', value: null },
];
const cosmos = (n: number) => bech32.encode('osmo', bech32.toWords(new Uint8Array(20).fill(n)));
const starknet = (n: number) => `0x${(n + 1).toString(16).padStart(3, '0').padEnd(61, 'b').padStart(64, '0')}`;
const EVM = { chain: 'linea', walletOf: evm, amountMax: 2n ** 256n } as const;
const SOLANA = { chain: 'solana', walletOf: solana, amountMax: 2n ** 64n } as const;
const COSMOS = { chain: 'osmosis', walletOf: cosmos, amountMax: 2n ** 128n } as const;
const STARKNET = { chain: 'starknet', walletOf: starknet, amountMax: 2n ** 128n } as const;
const TERMS = {
  ...{
    uniswap: EVM,
    ens: EVM,
    openzeppelin: EVM,
    jito: SOLANA,
    abi: EVM,
    packed: EVM,
    solana_keccak: SOLANA,
    starknet_pedersen: STARKNET,
    starknet_poseidon: STARKNET,
    ekubo: STARKNET,
    cosmwasm: COSMOS,
  },
} satisfies Record<ProofFormat, object>;
const walletsOf = (format: ProofFormat) => Array.from({ length: COUNT }, (_, n) => TERMS[format].walletOf(n));

const idOf = (format: ProofFormat) => format.replaceAll('_', '-');

describe('proofs', () => {
  let api: TestApi;
  let hash: Hash;
  /** As a user verifies it: trees of Starknet with its hash functions, others without. */
  const isProven = (given: ProvenAllocation): boolean =>
    TERMS[given.format] === STARKNET ? verifyStarknetProof(given, hash.starknet!) : verifyProof(given);
  beforeAll(async () => {
    const drops = PROOF_FORMATS.map((id) => dropDefinition(idOf(id), { chain: fact(TERMS[id].chain) }));
    api = await startApi([...drops, dropDefinition('plain')]);
    hash = await bulkHash('starknet_pedersen');
    for (const format of PROOF_FORMATS) {
      const largest = TERMS[format].amountMax / BigInt(COUNT);
      const amounts = walletsOf(format).map((wallet, n) => [wallet, n === 0 ? 1n : largest - BigInt(n)] as const);
      await publishList(api.db, idOf(format), Object.fromEntries(amounts), 'allocation', {
        tree: {
          ...{ format, expectRoot: null, hash },
          ...(format === 'ens' && { shardNybbles: () => 1 }),
          ...(format === 'packed' && { fields: PACKED }),
        },
      });
    }
    await publishList(api.db, 'plain', { [evm(1)]: 5n });
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  // A client can verify the result without further requests.
  it.each(PROOF_FORMATS)('prove every wallet of a tree of the format %s, and no other amount', async (format) => {
    const checks = walletsOf(format).map((wallet) => ({ wallet, drop: idOf(format) }));
    const results = await Promise.all(checks.map((each) => api.sdk.eligibility.check(each)));
    expect(new Set(results.map(({ proof }) => proof?.root)).size).toBe(1);
    for (const { wallet, allocation, proof } of results) {
      if (proof === null || allocation === null) throw new Error('not proven');
      expect(proof.index === null).toBe(!INDEXED.has(format));
      const { amount } = allocation;
      expect(isProven({ ...proof, wallet, amount })).toBe(true);
      expect(isProven({ ...proof, wallet, amount: String(BigInt(amount) + 1n) })).toBe(false);
    }
  });

  it('are null without a tree, and for a wallet that is not in the list', async () => {
    expect(await api.sdk.eligibility.check({ wallet: evm(1), drop: 'plain' })).toMatchObject({
      status: 'eligible',
      proof: null,
    });
    expect(await api.sdk.eligibility.check({ wallet: evm(99), drop: 'uniswap' })).toMatchObject({
      status: 'ineligible',
      proof: null,
    });
  });

  // A proof of a root that the service computed shows nothing beyond the result itself.
  it('contain whether a published root confirms them', async () => {
    const amounts = { [evm(1)]: 7n, [evm(2)]: 8n };
    const load = async (expectRoot: string | null) => {
      const tree = { format: 'openzeppelin', expectRoot, hash: PORTABLE_HASH } as const;
      await publishList(api.db, 'openzeppelin', amounts, 'allocation', { tree });
      await api.caughtUp();
      return (await api.sdk.eligibility.check({ wallet: evm(1), drop: 'openzeppelin' })).proof;
    };
    const computed = await load(null);
    expect(computed).toMatchObject({ root_published: false });
    expect(await load(computed?.root ?? '')).toEqual({ ...computed, root_published: true });

    // Older lists do not have the member.
    await api.db.query(
      `SELECT append_revisions(jsonb_build_array(jsonb_build_object('entity', 'list', 'id', id, 'cause', 'list',
                'body', jsonb_set(body, '{tree}', (body -> 'tree') - 'root_published'))))
       FROM revisions WHERE entity = 'list' AND id = 'openzeppelin' ORDER BY seq DESC LIMIT 1`,
    );
    await api.caughtUp();
    const older = await api.sdk.eligibility.check({ wallet: evm(1), drop: 'openzeppelin' });
    expect(older.proof).toEqual(computed);
  });

  it('contain the fields of their leaf, and the side of each hash of a tree with positional pairs', async () => {
    const fields: readonly LeafField[] = [
      { type: 'address', is: 'wallet', value: null },
      { type: 'address', is: null, value: `0x${'0c'.repeat(20)}` },
      { type: 'uint256', is: 'amount', value: null },
    ];
    const shape = { order: 'by_index', pairs: 'positional', odd: 'repeat' } as const;
    const amounts = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [evm(n), BigInt(n + 1)]));
    const tree = { format: 'abi', expectRoot: null, hash: PORTABLE_HASH, fields, shape } as const;
    await publishList(api.db, 'plain', amounts, 'allocation', { tree });
    await api.caughtUp();
    for (const wallet of Object.keys(amounts)) {
      const { allocation, proof } = await api.sdk.eligibility.check({ wallet, drop: 'plain' });
      expect(proof).toMatchObject({ fields, proof: { length: 3 }, sides: { length: 3 } });
      const { amount } = allocation!;
      expect(verifyProof({ ...proof!, wallet, amount })).toBe(true);
      expect(verifyProof({ ...proof!, wallet, amount: `${BigInt(amount) + 1n}` })).toBe(false);
    }
  });

  it('belong to the active list', async () => {
    const before = await api.sdk.eligibility.check({ wallet: evm(1), drop: 'uniswap' });
    const tree = { format: 'uniswap', expectRoot: null, hash: PORTABLE_HASH } as const;
    await publishList(api.db, 'uniswap', { [evm(1)]: 7n }, 'allocation', { tree });
    await api.caughtUp();
    const { allocation, proof } = await api.sdk.eligibility.check({ wallet: evm(1), drop: 'uniswap' });
    expect(proof).toMatchObject({ index: 0, proof: [] });
    expect(proof?.root).not.toBe(before.proof?.root);
    expect(verifyProof({ ...proof!, wallet: evm(1), amount: allocation!.amount })).toBe(true);
  });
});
