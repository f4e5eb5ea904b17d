import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { ClaimDefinition, DropDefinition } from '@droptrack/catalogue';
import { ledgerTerms } from './claim-ledger';
import { followedDistributors } from './followed-distributors';

const CONTRACT = 'eip155:1:0x090D4613473dEE047c3f2706764f49E0821D256e';
const TOKEN = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
const claim = (over: Partial<ClaimDefinition> = {}): ClaimDefinition => ({
  ...{ rpc: 'ethereum', contract: CONTRACT, distributorStyle: 'uniswap', source: null },
  ...over,
});
const PROGRAM = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
const ACCOUNT = 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1';
const onSolana = (over: Partial<ClaimDefinition> = {}): ClaimDefinition => ({
  ...{ rpc: 'solana', contract: PROGRAM, check: 'jito', distributor: ACCOUNT, source: null },
  ...over,
});
const followed = (over: Partial<DropDefinition>) => followedDistributors(dropDefinition({ id: 'linea', ...over }));

it('are those of a style, with the block of the file', () => {
  expect(followed({ claim: claim({ fromBlock: 7 }) })).toEqual([
    { dropId: 'linea', list: '', contract: CONTRACT, rpc: 'ethereum', style: 'uniswap', token: null, fromBlock: 7 },
  ]);
});

it('are those on Solana by the account of the distributor, several of one program', () => {
  const other = onSolana({ distributor: '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y' });
  const [first, second] = followed({ claim: onSolana(), listClaims: { two: other } });
  expect(first).toEqual({
    ...{ dropId: 'linea', list: '', contract: PROGRAM, account: ACCOUNT, rpc: 'solana', style: 'jito' },
    ...{ token: null, fromBlock: null },
  });
  expect([first!, second!].map(ledgerTerms)).toEqual([`jito ${ACCOUNT}`, `jito ${other.distributor}`]);
  expect(followed({ claim: onSolana(), listClaims: { two: onSolana() } })).toEqual([]);
});

it.each([
  ['without a style', claim({ distributorStyle: undefined as never })],
  ['of a style that later releases know', claim({ distributorStyle: 'another' })],
  ['whose contract pays many distributions', claim({ distributorStyle: 'merkl' })],
  ['on Solana whose accounts do not name it', onSolana({ check: 'saber' })],
  ['on Solana without the address of its account', onSolana({ distributor: undefined as never })],
  ['of a token that is not known', claim({ distributorStyle: 'morpho' })],
])('are none for one %s', (_, each) => {
  expect(followed({ claim: each })).toEqual([]);
});

it('have the token of the drop where the events name it, on the chain of the contract', () => {
  const token = (chain: number) => ({ symbol: null, decimals: null, address: fact(`eip155:${chain}/erc20:${TOKEN}`) });
  const morpho = claim({ distributorStyle: 'morpho' });
  expect(followed({ claim: morpho, token: token(1) })).toMatchObject([{ token: TOKEN }]);
  expect(followed({ claim: morpho, token: token(10) })).toEqual([]);
});

// An event does not name the list that it pays.
it('are none for a contract of two lists', () => {
  const other = claim({ contract: `${CONTRACT.slice(0, -1)}f` });
  expect(followed({ claim: claim(), listClaims: { two: claim(), three: other } })).toMatchObject([{ list: 'three' }]);
});
