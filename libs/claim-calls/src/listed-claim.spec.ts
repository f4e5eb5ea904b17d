import { distributorOf, entriesGap, listedClaim, recipientFault } from './listed-claim';
import { addressOf, CONTRACT, TOKEN, WALLET } from './terms-testing';

const ENTRY = { list: null, amount: '5', token: null, proof: null };
const DISTRIBUTOR = { contract: `eip155:1:${CONTRACT}`, style: 'uniswap', token: `eip155:1/erc20:${TOKEN}` };
const GIVEN = {
  ...{ wallet: WALLET.toUpperCase().replace('X', 'x'), to: null, delegate: null, acceptForgone: false, codeHash: null },
  window: { opens_at: '1970-01-01T00:00:01.000Z', closes_at: null },
};

describe('the claim of a list', () => {
  it('has addresses in lower case, and the window in milliseconds', () => {
    expect(listedClaim(DISTRIBUTOR, ENTRY, GIVEN)).toMatchObject({
      contract: { chainId: 1, address: CONTRACT, token: TOKEN, window: { opensAtMs: 1_000, closesAtMs: null } },
      ...{ wallet: WALLET, amount: 5n, index: null },
    });
  });

  it('pays the token of the entry in a list of several', () => {
    const paid = (contract: string) => distributorOf({ ...DISTRIBUTOR, contract }, { ...ENTRY, token: 'x' }).token;
    expect(paid(DISTRIBUTOR.contract)).toBe('eip155:1/erc20:x');
    expect(paid('solana:chain:program')).toBe('solana:chain/token:x');
    expect(distributorOf(DISTRIBUTOR, ENTRY)).toEqual(DISTRIBUTOR);
  });

  it.each([
    ['style_unknown', { style: null }],
    ['style_unknown', { style: 'constructor' }],
    ['style_unsupported', { contract: 'solana:chain:program' }],
    ['token_unknown', { token: null }],
    ['token_unknown', { token: `eip155:10/erc20:${TOKEN}` }],
  ])('is missing for the reason %s: %j', (code, over) => {
    expect(listedClaim({ ...DISTRIBUTOR, ...over }, ENTRY, GIVEN)).toBe(code);
  });

  it('is missing for the wallet of another chain', () => {
    expect(listedClaim(DISTRIBUTOR, ENTRY, { ...GIVEN, wallet: `0x${'1'.repeat(64)}` })).toBe('style_unsupported');
  });

  it('is of one entry with an amount', () => {
    expect(entriesGap([ENTRY])).toBeNull();
    expect(entriesGap([ENTRY, ENTRY])).toBe('several_entries');
    expect(entriesGap([{ ...ENTRY, amount: '0' }, ENTRY])).toBe('zero_allocation');
    expect(entriesGap([ENTRY, { ...ENTRY, list: 'other' }])).toBe('several_lists');
  });

  it('is not paid to addresses that lose the tokens', () => {
    const faultOf = (to: string | null) => recipientFault(to, DISTRIBUTOR);
    expect([addressOf(0), TOKEN.toUpperCase().replace('X', 'x'), CONTRACT, WALLET, null].map(faultOf)).toEqual([
      ...['zero_address', 'token_contract', 'distributor'],
      ...[null, null],
    ]);
  });
});
