import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCommands } from './testing';
import { byWallet, claimLeaf, ROWS, UNISWAP } from './published-testing';

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeAll(async () => {
  lists = await listCommands([dropDefinition({ token: { symbol: null, decimals: fact(18), address: null } })]);
});
afterAll(() => lists.close());

type Options = Parameters<typeof lists.load>[1];
function load(document: unknown, options: Options = {}) {
  const path = join(lists.folder, 'list.json');
  writeFileSync(path, JSON.stringify(document));
  return lists.load([path], { dryRun: true, ...options });
}

const bigNumber = (amount: string) => ({ type: 'BigNumber', hex: `0x${BigInt(amount).toString(16)}` });
const CLAIMS = byWallet((of) => ({ index: of.row, amount: bigNumber(of.amount), proof: UNISWAP.proof(claimLeaf(of)) }));
const OWNER = `0x${'0a'.repeat(20)}`;
const TOTAL = ROWS.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString();
const LOADED = { code: 0, document: { wallets: ROWS.length, total: TOTAL, tree: { root: UNISWAP.root } } };

it.each<[string, unknown]>([
  ['beside its symbol and its root', { symbol: 'sdX', address: OWNER, merkle: CLAIMS, root: UNISWAP.root }],
  ['within two objects', { data: { week: 1, merkle: CLAIMS, root: UNISWAP.root } }],
  ['after a map of labels', { labels: { [OWNER]: 'treasury' }, merkle: CLAIMS, root: UNISWAP.root }],
  ['before a map of labels', { merkle: CLAIMS, root: UNISWAP.root, labels: { [OWNER]: { name: 'treasury' } } }],
  ['after an object with an amount', { reward: { amount: '5' }, merkle: CLAIMS, root: UNISWAP.root }],
])('claims under another name are read with their proofs: %s', async (_, document) => {
  const { code, document: report, notes } = await load(document);
  expect({ code, document: report }).toMatchObject(LOADED);
  expect(notes).toEqual([]);
});

it('of maps of different kinds the largest is read, and a note names the other one', async () => {
  const { code, document, notes } = await load({ prices: { [OWNER]: '12' }, merkle: CLAIMS, root: UNISWAP.root });
  expect({ code, document }).toMatchObject(LOADED);
  expect(notes).toEqual(['Its member "prices" also has wallets (1), which were not read']);
});

it.each<[string, unknown, Options]>([
  ['claims', { first: CLAIMS, second: CLAIMS }, {}],
  ['claims in objects of their own', { first: { claims: CLAIMS }, second: { claims: CLAIMS } }, {}],
  ['amounts', { first: byWallet(({ amount }) => amount), second: { [OWNER]: '1' } }, { unit: 'base' }],
])('two maps of %s are rejected, and the error names their members', async (_, document, options) => {
  const { code, text } = await load(document, options);
  expect([code, text]).toEqual([1, expect.stringMatching(/several maps of wallets, "first[^"]*" and "second[^"]*"/)]);
});

it('a member of a chunk that is no wallet is an error of its line', async () => {
  const { code, text } = await load({ ...CLAIMS, unknown: Object.values(CLAIMS)[0] });
  expect([code, text]).toEqual([1, expect.stringContaining('wallet: It is a word and not an address')]);
});

it.each<[string, unknown, Options]>([
  ['of ethers 5', byWallet(({ amount }) => ({ _hex: bigNumber(amount).hex, _isBigNumber: true })), { unit: 'base' }],
  ['of ethers 5, as JSON', byWallet(({ amount }) => bigNumber(amount)), { unit: 'base' }],
  [
    'with a total and indexes of ethers',
    {
      tokenTotal: { _hex: bigNumber(TOTAL).hex },
      claims: byWallet((of) => ({ ...of, index: bigNumber(`${of.row}`) })),
    },
    {},
  ],
])('integers %s are read exactly', async (_, document, options) => {
  const { code, text, document: report } = await load(document, options);
  expect([code, text]).toEqual([0, expect.any(String)]);
  expect(report).toMatchObject({ wallets: ROWS.length, total: TOTAL });
});

it('amounts in hex digits without 0x are read where that is declared, with their proofs', async () => {
  const claims = byWallet((of) => ({
    ...{ index: of.row, amount: BigInt(of.amount).toString(16), proof: UNISWAP.proof(claimLeaf(of)) },
  }));
  const document = { merkleRoot: UNISWAP.root, claims };
  expect(await load(document, { hex: 'bare-amounts' })).toMatchObject(LOADED);
  const without = await load(document);
  expect([without.code, without.text]).toEqual([1, expect.stringContaining('the amount is not a number')]);
  const prefixed = await load({ ...document, claims: CLAIMS }, { hex: 'bare-amounts' });
  expect([prefixed.code, prefixed.text]).toEqual([1, expect.stringContaining('without 0x, as was declared')]);
});
