import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { encodePacked, keccak256 } from 'viem';
import { failureOf, scripted } from '../../test/scripted';
import { InvalidAnswerError, InvalidProofError, type PrivateCheckOptions } from '../index';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const OTHER = '0xd8d11111111111111111111111111111111111Ac';
const check = { wallet: WALLET, drop: 'linea' };

/** Trees of a library: the wallet has one leaf in the first, and two in the second. */
const treeOf = (rows: [string, string][]) => StandardMerkleTree.of(rows, ['address', 'uint256']);
const first = treeOf([
  [WALLET, '100'],
  [OTHER.toLowerCase(), '7'],
  ['0x00000000219ab540356cBB839Cbe05303d7705Fa', '1'],
]);
const second = treeOf([
  [WALLET, '20'],
  [WALLET, '3'],
  [OTHER.toLowerCase(), '9'],
]);

const rowOf = (tree: typeof first, at: number, over: object = {}) => {
  const [wallet = '', amount = ''] = tree.at(at) ?? [];
  const proof = {
    ...{ format: 'openzeppelin', root: tree.root, root_published: true },
    ...{ index: null, proof: tree.getProof(at) },
  };
  return { wallet: wallet.toLowerCase(), amount, index: null, breakdown: [], proof, ...over };
};
const LISTED = rowOf(first, 0);

const answer = (lists: object[][], over: object = {}) =>
  Response.json({
    ...{ drop: 'linea', wallet_type: 'evm', prefix: 'd8d' },
    lists: lists.map((data, at) => ({ list: at === 0 ? null : `season-${at}`, matching: 1, data, source: {} })),
    ...over,
  });
const resultOf = (lists: object[][], options: PrivateCheckOptions = {}) =>
  scripted([answer(lists)]).client.eligibility.checkPrivately(check, options);
const rejectionOf = async (lists: object[][], options: PrivateCheckOptions = {}): Promise<Error> => {
  const error = await failureOf(resultOf(lists, options));
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message.toLowerCase()).not.toContain(WALLET.slice(2, 8).toLowerCase());
  return error as Error;
};

describe('proof_state of a private check', () => {
  const upperCase = `0x${first.root.slice(2).toUpperCase()}`;

  it('is `verified` for a valid proof of a root that the caller states', async () => {
    for (const root of [first.root, upperCase, { root: first.root }]) {
      expect(await resultOf([[LISTED]], { roots: [second.root, root] })).toMatchObject({
        ...{ listed: true, amount: '100', proof_state: 'verified' },
      });
    }
  });

  // `root_published` is a statement of the service about itself.
  it('is `consistent` for a valid proof without a stated root, even of a published one', async () => {
    for (const options of [{}, { roots: [] }]) {
      expect(await resultOf([[LISTED]], options)).toMatchObject({ amount: '100', proof_state: 'consistent' });
    }
  });

  // A service with another list than the published one looks like this, and must not look like one that was not compared.
  it('is `contradicted` for a valid proof of another root than all stated ones', async () => {
    expect(await resultOf([[LISTED]], { roots: [second.root] })).toMatchObject({ proof_state: 'contradicted' });
  });

  it('is that of the weakest row of all lists', async () => {
    const both = [[LISTED], [rowOf(second, 0), rowOf(second, 1)]];
    const roots = [first.root, second.root];
    expect(await resultOf(both, { roots })).toMatchObject({ amount: '123', proof_state: 'verified' });
    expect(await resultOf(both, { roots: [first.root] })).toMatchObject({ amount: '123', proof_state: 'consistent' });
    const withoutTree = [...both, [{ ...LISTED, amount: '1', proof: null }]];
    expect(await resultOf(withoutTree, { roots })).toMatchObject({ amount: '124', proof_state: 'none' });
  });

  it('is null for a wallet that is not listed', async () => {
    const rows = [[rowOf(first, 1)]];
    expect(await resultOf(rows, { roots: [first.root] })).toMatchObject({ listed: false, proof_state: null });
  });
});

describe('a private check rejects', () => {
  const roots = [first.root, second.root];

  it.each([
    ['an altered amount', { ...LISTED, amount: '101' }],
    ['the proof of another wallet', { ...rowOf(first, 1), wallet: WALLET.toLowerCase() }],
    ['the proof of another root', { ...LISTED, proof: { ...LISTED.proof, root: second.root } }],
    ['a malformed proof', { ...LISTED, proof: { ...LISTED.proof, proof: null } }],
  ])('%s', async (_name, row) => {
    expect(await rejectionOf([[row]], { roots })).toBeInstanceOf(InvalidProofError);
  });

  // Otherwise the amount of one genuine leaf could be multiplied.
  it('a leaf that is repeated, in one list or in two, in whatever form', async () => {
    const { proof } = LISTED;
    const upperCase = { ...proof, proof: proof.proof.map((hash) => `0x${hash.slice(2).toUpperCase()}`) };
    // The format hashes no index, so every index is valid.
    const disguises = [{}, { index: 5, proof: { ...proof, index: 5 } }, { amount: '0100' }, { proof: upperCase }];
    for (const disguise of disguises) {
      const again = { ...LISTED, ...disguise };
      expect(await rejectionOf([[LISTED, again]], { roots })).toBeInstanceOf(InvalidProofError);
      expect(await rejectionOf([[LISTED], [again]], { roots })).toBeInstanceOf(InvalidProofError);
    }
  });

  // The last node of a level may be hashed with itself: a leaf of it is then on the left and on the right.
  it('the other side of a node that is hashed with itself', async () => {
    const leaf = first.leafHash([WALLET, '100']);
    const root = keccak256(encodePacked(['bytes32', 'bytes32'], [leaf as `0x${string}`, leaf as `0x${string}`]));
    const rowOn = (side: string) => ({ ...LISTED, proof: { ...LISTED.proof, root, proof: [leaf], sides: [side] } });
    const options = { roots: [root] };
    expect(await resultOf([[rowOn('left')]], options)).toMatchObject({ proof_state: 'verified' });
    expect(await resultOf([[rowOn('right')]], options)).toMatchObject({ proof_state: 'verified' });
    expect(await rejectionOf([[rowOn('left'), rowOn('right')]], options)).toBeInstanceOf(InvalidProofError);
  });

  it.each(['0x10', '-5', '', '1e3', '1.5', ' 1', '9'.repeat(79), 100, null])('the amount %p', async (amount) => {
    expect(await rejectionOf([[{ ...LISTED, amount, proof: null }]])).toBeInstanceOf(InvalidAnswerError);
  });

  it.each([-1, 1.5, '0', 2 ** 53])('the index %p', async (index) => {
    expect(await rejectionOf([[{ ...LISTED, index, proof: null }]])).toBeInstanceOf(InvalidAnswerError);
  });

  it.each([{ drop: 'other' }, { prefix: 'd8e' }, { wallet_type: 'solana' }])('a response with %p', async (over) => {
    const { client } = scripted([answer([[LISTED]], over)]);
    expect(await failureOf(client.eligibility.checkPrivately(check, { roots }))).toBeInstanceOf(InvalidAnswerError);
  });

  it('a response with another list than the requested one', async () => {
    const { client } = scripted([answer([[LISTED]])]);
    const error = await failureOf(client.eligibility.checkPrivately({ ...check, list: 'season-1' }, { roots }));
    expect(error).toBeInstanceOf(InvalidAnswerError);
  });
});

it('states the index of the proof, which is in the leaf, not that beside it', async () => {
  const root = keccak256(encodePacked(['uint256', 'address', 'uint256'], [4n, WALLET, 100n]));
  const proof = { format: 'uniswap', root, root_published: true, index: 4, proof: [] };
  const { entries } = await resultOf([[{ ...LISTED, index: 8, proof }]], { roots: [root] });
  expect(entries.map(({ index }) => index)).toEqual([4]);
});

// A genuine leaf of which another column is read as the amount has a valid proof.
describe('fields of a leaf', () => {
  const root = keccak256(encodePacked(['address', 'uint256', 'uint256'], [WALLET, 100n, 1_000_000n]));
  const field = (is: 'wallet' | 'amount' | null, value: string | null = null) =>
    ({ type: is === 'wallet' ? 'address' : 'uint256', is, value }) as const;
  const rowWith = (amount: string, fields: object[]) => ({
    ...{ ...LISTED, amount, proof: { format: 'packed', root, root_published: true, index: null, proof: [], fields } },
  });
  const genuine = rowWith('100', [field('wallet'), field('amount'), field(null, '1000000')]);
  const renamed = rowWith('1000000', [field('wallet'), field(null, '100'), field('amount')]);
  const stated = { root, fields: [field('wallet'), field('amount'), field(null)] };

  it('are `verified` only as the caller states them', async () => {
    expect(await resultOf([[genuine]], { roots: [stated] })).toMatchObject({ proof_state: 'verified' });
    expect(await resultOf([[renamed]], { roots: [stated] })).toMatchObject({ proof_state: 'consistent' });
  });

  it('are `verified` if the caller states the usual ones, which the proof does not name', async () => {
    const usual = [field('wallet'), field('amount')];
    const roots = [{ root: first.root, fields: usual }];
    expect(await resultOf([[LISTED]], { roots })).toMatchObject({ proof_state: 'verified' });
    // The same leaf, from a service that names them.
    const named = { ...LISTED, proof: { ...LISTED.proof, fields: usual } };
    for (const stated of [roots, [first.root]]) {
      expect(await resultOf([[named]], { roots: stated })).toMatchObject({ proof_state: 'verified' });
    }
    const others = [{ root: first.root, fields: [field('amount'), field('wallet')] }];
    expect(await resultOf([[LISTED]], { roots: others })).toMatchObject({ proof_state: 'consistent' });
  });

  it('are `verified` if the caller states the usual ones with an index', async () => {
    const leaf = keccak256(encodePacked(['uint256', 'address', 'uint256'], [4n, WALLET, 100n]));
    const proof = { format: 'uniswap', root: leaf, root_published: true, index: 4, proof: [] };
    const index = { type: 'uint256', is: 'index', value: null } as const;
    const verified = [{ root: leaf, fields: [index, field('wallet'), field('amount')] }];
    const row = { ...LISTED, index: 4, proof };
    expect(await resultOf([[row]], { roots: verified })).toMatchObject({ proof_state: 'verified' });
    const without = [{ root: leaf, fields: [field('wallet'), field('amount')] }];
    expect(await resultOf([[row]], { roots: without })).toMatchObject({ proof_state: 'consistent' });
  });

  it('are not `verified` for a root that is stated without them', async () => {
    for (const row of [genuine, renamed]) {
      expect(await resultOf([[row]], { roots: [root] })).toMatchObject({ proof_state: 'consistent' });
    }
  });

  it('have the values that the caller states, if any', async () => {
    const roots = (value: string) => [{ root, fields: [field('wallet'), field('amount'), field(null, value)] }];
    expect(await resultOf([[genuine]], { roots: roots('1000000') })).toMatchObject({ proof_state: 'verified' });
    expect(await resultOf([[genuine]], { roots: roots('2') })).toMatchObject({ proof_state: 'consistent' });
  });
});

describe('a verifier of the caller', () => {
  const row = { ...LISTED, proof: { ...LISTED.proof, root: `0x${'12'.repeat(32)}` } };

  it.each([true, false])('decides whether a proof is valid: %p', async (isValid) => {
    const verify = jest.fn(async () => isValid);
    const outcome = await resultOf([[row]], { verify, roots: [row.proof.root] }).catch((error: unknown) => error);
    expect(outcome).toMatchObject(isValid ? { proof_state: 'verified' } : { code: 'invalid_proof' });
    expect(verify.mock.calls).toEqual([[expect.objectContaining({ wallet: WALLET, amount: '100' })]]);
  });
});
