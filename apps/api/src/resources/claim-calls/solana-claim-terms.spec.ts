import { claimTermsOf, type ClaimOptions } from './claim-terms-of';

type Given = Parameters<typeof claimTermsOf>;

const CHAIN = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const PROGRAM = 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
const DISTRIBUTOR = 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1';
const MINT = 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL';
const WALLET = '8VBafTNv1F8k5Bg7DTVwhitw3MGAMTmekHsgLuMJxLC8';
const OTHER = '3gF2KMe9KiC6FNVBmfg9i267aMPvK37FewCip4eGBFcT';
const NONE: ClaimOptions = { to: null, delegate: null, isReviewed: true };
const PARTS = [
  { reason: 'amount_unlocked', amount: '700' },
  { reason: 'amount_locked', amount: '300' },
];
const RESULT = {
  ...{ drop: 'jito', wallet: WALLET, status: 'eligible', reasons: [], entries: [], proof: { format: 'jito' } },
  ...{ allocation: { amount: '1000', breakdown: PARTS }, source: { list: null } },
  claim: { url: null, opens_at: null, closes_at: null },
};
const CLAIM = { rpc: 'solana', contract: `${CHAIN}:${PROGRAM}`, check: 'jito', distributor: DISTRIBUTOR };

function known(
  claim: object = CLAIM,
  options: Partial<ClaimOptions> = {},
  result: object = {},
  token: string | null = `${CHAIN}/token:${MINT}`,
) {
  const definition = { claim, token: { address: token === null ? null : { value: token } } };
  const body = { origin: 'file', definition } as unknown as Given[1];
  return claimTermsOf({ ...RESULT, ...result } as unknown as Given[0], body, { ...NONE, ...options });
}

describe('terms of a claim on Solana', () => {
  it('name program, distributor and token, and the locked part of the amount', () => {
    expect(known()).toMatchObject({
      distributor: { contract: `${CHAIN}:${PROGRAM}`, style: 'jito', token: `${CHAIN}/token:${MINT}` },
      terms: {
        ...{ rpc: 'solana', chain: CHAIN, program: PROGRAM, accounts: 'jito', distributor: DISTRIBUTOR, mint: MINT },
        ...{ wallet: WALLET, amount: 1_000n, locked: 300n, proof: RESULT.proof },
      },
    });
  });

  it('are those of an entry, with its parts and its token, of several', () => {
    const entry = { list: null, amount: '5', token: OTHER, breakdown: [], proof: null };
    expect(known(CLAIM, {}, { entries: [entry] }).terms).toMatchObject({
      amount: 5n,
      locked: 0n,
      mint: OTHER,
      proof: null,
    });
  });

  // A call of one of them would look like the claim of the whole.
  it('are none of several entries, in one list or in two of which none is stated', () => {
    const [one, two] = [null, 'b'].map((list) => ({ list, amount: '5', token: null, breakdown: [], proof: null }));
    const of = (entries: unknown[], options = {}) => known(CLAIM, options, { entries }).terms;
    expect([of([one, one]), of([one, two]), of([two, two], { list: 'b' })]).toEqual([
      ...['several_entries', 'several_lists', 'several_entries'],
    ]);
    expect(of([one, two], { list: null })).toMatchObject({ amount: 5n });
  });

  it.each<[string, object, Partial<ClaimOptions>, string | null, string]>([
    ['another recipient than the wallet', CLAIM, { to: OTHER }, `${CHAIN}/token:${MINT}`, 'recipient_fixed'],
    [
      'accounts whose instructions are not known',
      { ...CLAIM, check: 'saber' },
      {},
      `${CHAIN}/token:${MINT}`,
      'style_unsupported',
    ],
    ['no name of the accounts', { ...CLAIM, check: undefined }, {}, `${CHAIN}/token:${MINT}`, 'style_unknown'],
    ['no distributor', { ...CLAIM, distributor: undefined }, {}, `${CHAIN}/token:${MINT}`, 'style_unknown'],
    ['no token', CLAIM, {}, null, 'token_unknown'],
    [
      'a token of another chain',
      CLAIM,
      {},
      'eip155:1/erc20:0x1789e0043623282d5dcc7f213d703c6d8bafbb04',
      'token_unknown',
    ],
  ])('are missing for %s', (_, claim, options, token, code) => {
    expect(known(claim, options, {}, token).terms).toBe(code);
  });

  it('accept the wallet as its own recipient', () => {
    expect(known(CLAIM, { to: WALLET }).terms).toMatchObject({ wallet: WALLET });
  });
});
