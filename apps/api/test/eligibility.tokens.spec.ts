import { parseWallet, PORTABLE_HASH, type LeafFields } from '@droptrack/eligibility';
import { type ListLoad, loadList } from '@droptrack/persistence';
import { verifyProof } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet } from './lists';

const [A, B, C] = ['a', 'b', 'c'].map(evmWallet) as [string, string, string];
const [OWN, OTHER] = ['1', '2'].map((digit) => parseWallet(evmWallet(digit)).address) as [string, string];
const FIELDS: LeafFields = [
  { type: 'address', is: 'wallet', value: null },
  { type: 'address', is: 'token', value: null },
  { type: 'uint256', is: 'amount', value: null },
];
const ROWS: readonly (readonly [wallet: string, token: string, amount: bigint])[] = [
  [A, OWN, 5n],
  [A, OTHER, 7n],
  [B, OTHER, 9n],
];

let api: TestApi;
beforeAll(async () => {
  const fact = { value: `eip155:1/erc20:${OWN}`, sources: [] };
  const token = { ...dropDefinition('rewards').token, address: fact as never };
  api = await startApi([dropDefinition('rewards', { token }), dropDefinition('allowlist')]);
  const load = (over: Pick<ListLoad, 'dropId' | 'rows' | 'tree'>) =>
    loadList(api.db, {
      ...{ kind: 'allocation', sha256: () => 'ab'.repeat(32), url: null, nowMs: Date.now() },
      ...over,
    });
  await load({
    dropId: 'rewards',
    rows: () =>
      ROWS.map(([wallet, of, amount], i) => ({ line: i + 1, wallet: parseWallet(wallet).bytes, token: of, amount })),
    tree: { format: 'abi', expectRoot: null, hash: PORTABLE_HASH, fields: FIELDS },
  });
  await load({
    dropId: 'allowlist',
    rows: () => [A, B].map((wallet, i) => ({ line: i + 1, wallet: parseWallet(wallet).bytes, amount: 1n })),
    tree: { format: 'packed', expectRoot: null, hash: PORTABLE_HASH, fields: FIELDS.slice(0, 1) },
  });
  await api.caughtUp();
});
afterAll(() => api.stop());

describe('a list of several tokens', () => {
  it('results in allocations by token, never in a sum over them', async () => {
    const { wallet, status, allocation, allocations, entries, proof } = await api.sdk.eligibility.check({
      ...{ wallet: A, drop: 'rewards' },
    });
    expect([status, allocation?.amount, proof]).toEqual(['eligible', '5', null]);
    expect(allocations).toEqual([
      { token: OWN, amount: '5' },
      { token: OTHER, amount: '7' },
    ]);
    expect(entries.map(({ token, amount }) => [token, amount])).toEqual([
      [OWN, '5'],
      [OTHER, '7'],
    ]);
    for (const { amount, token, proof: each } of entries) {
      expect(each?.fields?.[1]).toEqual({ type: 'address', is: null, value: token });
      expect(verifyProof({ ...each!, wallet, amount })).toBe(true);
      expect(verifyProof({ ...each!, wallet, amount: '6' })).toBe(false);
      const fields = each!.fields!.with(1, { type: 'address', is: null, value: OWN === token ? OTHER : OWN });
      expect(verifyProof({ ...each!, wallet, amount, fields })).toBe(false);
    }
  });

  it('has no allocation in the token of the drop for a wallet of another token', async () => {
    const result = await api.sdk.eligibility.check({ wallet: B, drop: 'rewards' });
    expect(result).toMatchObject({
      status: 'eligible',
      allocation: null,
      allocations: [{ token: OTHER, amount: '9' }],
    });
    expect(verifyProof({ ...result.proof!, wallet: B, amount: '9' })).toBe(true);
    expect(await api.sdk.eligibility.check({ wallet: C, drop: 'rewards' })).not.toHaveProperty('allocations');
  });

  it('is among all drops of a wallet', async () => {
    const { data } = await api.sdk.wallets.drops({ wallets: [A] });
    const found = (data[0] as { data: { drop: string }[] }).data.find(({ drop }) => drop === 'rewards');
    expect(found).toMatchObject({ allocation: { amount: '5' }, allocations: [{ amount: '5' }, { amount: '7' }] });
  });

  it('has its tokens in private checks, which sum none of them, and in exports', async () => {
    const checked = await api.sdk.eligibility.checkPrivately({ wallet: A, drop: 'rewards' });
    expect(checked).toMatchObject({ listed: true, amount: null, proof_state: 'consistent' });
    expect(checked.entries.map(({ token, amount }) => [token, amount])).toEqual([
      [OWN, '5'],
      [OTHER, '7'],
    ]);
    const rows: unknown[] = [];
    const scale = api.sdkOf((await api.issueKey('scale')).secret);
    for await (const row of scale.snapshots.allocations('rewards')) rows.push(row);
    expect(rows).toEqual([
      { wallet: A, amount: '0', index: null, breakdown: [], tokens: [{ token: OWN, amount: '5' }, { token: OTHER, amount: '7' }] }, // prettier-ignore
      { wallet: B, amount: '0', index: null, breakdown: [], tokens: [{ token: OTHER, amount: '9' }] },
    ]);
  });
});

describe('an allowlist, whose leaves have no amount', () => {
  it('proves the wallet alone', async () => {
    const { wallet, allocation, proof } = await api.sdk.eligibility.check({ wallet: A, drop: 'allowlist' });
    expect(allocation?.amount).toBe('1');
    expect(proof?.fields).toEqual([{ type: 'address', is: 'wallet', value: null }]);
    expect(verifyProof({ ...proof!, wallet, amount: null })).toBe(true);
    expect(verifyProof({ ...proof!, wallet: C, amount: null })).toBe(false);
    // No amount is proven, neither the declared one nor any other.
    for (const amount of ['1', '0', '1000000']) expect(verifyProof({ ...proof!, wallet, amount })).toBe(false);
    const roots = [{ root: proof!.root, fields: proof!.fields! }];
    const checked = await api.sdk.eligibility.checkPrivately({ wallet: A, drop: 'allowlist' }, { roots });
    expect(checked).toMatchObject({ listed: true, proof_state: 'verified' });
  });
});
