import { announcesDrop } from './announces-drop';

/** Made-up titles of proposals and topics, each with the answer of a reader: does it announce a drop? */
const LABELLED: readonly (readonly [title: string, announces: boolean])[] = [
  ['[RFC] Quill airdrop to early users', true],
  ['QIP-12: Token Generation Event and initial distribution', true],
  ['Proposal: Retroactive distribution for bridge users', true],
  ['Season 2 Airdrop — eligibility and snapshot date', true],
  ['TGE timeline and next steps', true],
  ['Genesis distribution of the LARK token', true],
  ['Retroactive rewards for testnet validators', true],
  ['Air-drop parameters: final vote', true],
  ['Enable token claims on Base', true],
  ['Token launch: governance, supply and community share', true],
  ['Approve the community airdrop allocation (7 %)', true],
  ['Distribution of FENN tokens to liquidity providers', true],
  ['Ａｉｒｄｒｏｐ for stakers', true],
  ['Retrodrop for the first 10 000 wallets', true],
  ['What about airdropping 2 % of supply to NFT holders?', true],
  ['Reward early adopters with governance tokens', true],
  ['QIP-29: spin out the wallet and launch QUIL token', true],
  ['Proposal: FENN distribution for users', true],
  ['Airdrop round 2: analysis and proposal', true],
  ['Airdrop scam warning: fake claim site', false],
  ['Anti-airdrop manifesto', false],
  ['Beware of phishing airdrops in your wallet', false],
  ['There will be no airdrop, here is why', false],
  ['I did not receive my airdrop', false],
  ['Missed the airdrop by one day', false],
  ['What to do with the unclaimed airdrop', false],
  ['Sell the ARB airdrop received by the treasury', false],
  ['Use of the OP airdrop proceeds', false],
  ['Airdrop farming is killing this community', false],
  ['Airdrop post-mortem and lessons', false],
  ['Retroactive public goods funding, round 4', false],
  ['Retroactive approval of the June invoice', false],
  ['Onboard wstETH as collateral', false],
  ['Fee switch activation', false],
  ['Distribution of protocol fees to lockers', false],
  ['Token listing on the money market', false],
  ['Gauge weights for week 41', false],
  ['Strategy update: drop the old vault', false],
  ['Renew the grants programme', false],
  ['TGEN validator set change', false],
  ['Launch a token-gated forum', false],
  ['Launch token list maintenance', false],
  ['Claim COMP rewards for the treasury', false],
  ['Should we tax airdrops? A legal question', false],
  ['Stop future airdrops to DEX users', false],
];

describe('the phrases that announce a drop', () => {
  const found = LABELLED.filter(([title]) => announcesDrop(title));
  const right = found.filter(([, announces]) => announces);

  it('are precise: nine of ten titles that they find announce a drop', () => {
    expect(right.length / found.length).toBeGreaterThanOrEqual(0.9);
    expect(found.filter(([, announces]) => !announces).map(([title]) => title)).toEqual([
      'Should we tax airdrops? A legal question',
    ]);
  });

  it('find nine of ten titles that announce a drop', () => {
    const announcing = LABELLED.filter(([, announces]) => announces);
    expect(right.length / announcing.length).toBeGreaterThanOrEqual(0.85);
    expect(announcing.filter(([title]) => !announcesDrop(title)).map(([title]) => title)).toEqual([
      'What about airdropping 2 % of supply to NFT holders?',
      'Reward early adopters with governance tokens',
    ]);
  });
});

describe('the body of a proposal', () => {
  it.each([
    'We propose that 5 % of supply go out. The airdrop snapshot was taken on block 100.',
    'Users who bridged before May are eligible for the airdrop.',
    'The token generation event is planned for the third quarter.',
    'Part one.\nA retroactive airdrop rewards the first users.',
  ])('counts with a firm phrase: %j', (body) => expect(announcesDrop('Next steps', body)).toBe(true));

  it.each([
    'Some wallets came from an airdrop in 2021.',
    'Beware: the airdrop claim site in circulation is a scam.',
    'There is no airdrop snapshot and there never will be.',
    'The treasury received the OP airdrop allocation in June.',
    '',
  ])('does not count with an aside or in another context: %j', (body) =>
    expect(announcesDrop('Next steps', body)).toBe(false),
  );

  it('does not count below a title about fraud', () => {
    expect(announcesDrop('Phishing report', 'The page says that you are eligible for the airdrop.')).toBe(false);
  });

  // A stranger writes the text; a slow pattern would stop the worker.
  it('is searched to a bounded length', () => {
    const body = `${'air drop to the our all early '.repeat(400_000)} airdrop snapshot`;
    expect(announcesDrop('Next steps', body)).toBe(false);
    expect(announcesDrop(`${'no '.repeat(200_000)}airdrop`)).toBe(false);
  });
});
