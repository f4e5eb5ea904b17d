import type { ListKind } from '@droptrack/catalogue';
import { l2Alias, parseWallet, PORTABLE_HASH } from '@droptrack/eligibility';
import { type ListTree, loadList } from '@droptrack/persistence';
import { verifyProof } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet } from './lists';

const [MULTISIG, OTHER, EXCLUDED] = ['a', 'b', 'c'].map((digit) => parseWallet(evmWallet(digit)).address) as [string, string, string]; // prettier-ignore
const aliasOf = (wallet: string) => l2Alias(parseWallet(wallet))!;

let api: TestApi;
beforeAll(async () => {
  api = await startApi([dropDefinition('on-l2', { l1Aliases: true }), dropDefinition('without')]);
  for (const dropId of ['on-l2', 'without']) {
    const load = (kind: ListKind, wallet: string, tree: ListTree | null) =>
      loadList(api.db, {
        ...{ dropId, kind, tree, sha256: () => 'ab'.repeat(32), url: null, nowMs: Date.now() },
        rows: () => [
          { line: 1, wallet: aliasOf(wallet).bytes, amount: 5n },
          { line: 2, wallet: parseWallet(evmWallet('d')).bytes, amount: 7n },
        ],
      });
    await load('allocation', MULTISIG, { format: 'openzeppelin', expectRoot: null, hash: PORTABLE_HASH });
    await load('exclusion', EXCLUDED, null);
  }
  await api.caughtUp();
});
afterAll(() => api.stop());

const check = (wallet: string, drop: string) => api.sdk.eligibility.check({ wallet, drop });

it('finds the row of the alias with the address on L1, and proves it', async () => {
  const { wallet, status, allocation, proof, reasons } = await check(MULTISIG, 'on-l2');
  expect([wallet, status, allocation?.amount, proof?.alias]).toEqual([MULTISIG, 'eligible', '5', true]);
  expect(reasons.map(({ code }) => code)).toContain('l2_alias');
  expect(verifyProof({ ...proof!, wallet, amount: '5' })).toBe(true);
  // The leaf is that of the alias of this wallet, and of no other.
  expect(verifyProof({ ...proof!, wallet: OTHER, amount: '5' })).toBe(false);
  expect(verifyProof({ ...proof!, alias: false, wallet, amount: '5' })).toBe(false);
  const { data } = await api.sdk.wallets.drops({ wallets: [MULTISIG], include: ['proofs'] });
  const [own] = data as { data: { drop: string; proof: unknown }[] }[];
  expect(own?.data.find(({ drop }) => drop === 'on-l2')).toMatchObject({ status: 'eligible', proof });
});

it('finds the row with the address on L2 as before', async () => {
  const alias = aliasOf(MULTISIG).address;
  const { status, proof, reasons } = await check(alias, 'on-l2');
  expect([status, proof?.alias]).toEqual(['eligible', undefined]);
  expect(reasons.map(({ code }) => code)).not.toContain('l2_alias');
  expect(verifyProof({ ...proof!, wallet: alias, amount: '5' })).toBe(true);
});

it('finds the exclusion of an alias, and no alias in the lists of other drops', async () => {
  expect((await check(EXCLUDED, 'on-l2')).reasons[0]?.code).toBe('excluded_sybil');
  expect((await check(MULTISIG, 'without')).status).toBe('ineligible');
});
