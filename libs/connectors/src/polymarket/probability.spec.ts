import { parseMarket, probabilityOf } from './polymarket';

/** A market as the real API returns it, with the changes of a test. */
const market = (over: Record<string, unknown> = {}) => ({
  slug: 'linea-airdrop',
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.64", "0.36"]',
  volume: '12345.678901',
  volumeNum: 12_345.678901,
  closed: false,
  active: true,
  ...over,
});
const list = (length: number, item: string) => JSON.stringify(Array.from({ length }, () => item));
const probability = (over: Record<string, unknown> = {}, outcome = 'Yes') =>
  probabilityOf(outcome, parseMarket(market(over)));

describe('the probability of an outcome', () => {
  it('is the price at the position of that outcome', () => {
    const over = { outcomes: '["Up","Down"]', outcomePrices: '["0.0015", "0.9985"]' };
    expect([probability(), probability(over, 'Down')]).toEqual([0.64, 0.9985]);
  });

  it.each([
    ['as numbers', '[0.64, 0.36]', 0.64],
    ['with an exponent', '["6.4e-05", "0.999936"]', 0.000064],
    ['at the limits', '["1", "0"]', 1],
  ])('reads prices %s', (_what, outcomePrices, value) => expect(probability({ outcomePrices })).toBe(value));

  it.each([
    ['too little volume', { volumeNum: 9_999.99 }],
    ['too little volume, declared as text only', { volumeNum: undefined, volume: '9999.99' }],
    ['no volume', { volumeNum: null, volume: undefined }],
    ['no prices yet', { outcomePrices: undefined }],
    ['its end', { closed: true }],
    ['its resolution', { umaResolutionStatus: 'resolved' }],
    ['no opening yet', { active: false }],
  ])('is unknown with %s', (_what, over) => expect(probability(over)).toBeNull());

  it('is known from a volume of $10 000', () => {
    expect([probability({ volumeNum: 10_000 }), probability({ volumeNum: undefined, volume: '10000' })]).toEqual([
      0.64, 0.64,
    ]);
  });

  it('names the outcomes of a market that lacks the requested one', () => {
    expect(() => probability({ outcomes: '["Up","Down"]' })).toThrow('"Up", "Down"');
    const many = list(100, 'x'.repeat(90));
    expect(() => probability({ outcomes: many, outcomePrices: '[]' })).toThrow(/^.{50,300}…$/);
  });

  it.each([
    ['an empty price', { outcomePrices: '["", "1"]' }],
    ['a hexadecimal price', { outcomePrices: '["0x1", "0"]' }],
    ['a price above 1', { outcomePrices: '["1.01", "0"]' }],
    ['a negative price', { outcomePrices: '["-0.1", "1"]' }],
    ['a price of null', { outcomePrices: '[null, "1"]' }],
    ['fewer prices than outcomes', { outcomePrices: '["0.64"]' }],
    ['lists that are no JSON', { outcomePrices: "['0.64', '0.36']" }],
    ['lists that are cut off', { outcomes: '["Yes", "N' }],
    ['lists within lists', { outcomes: '['.repeat(5_000) + ']'.repeat(5_000) }],
    ['lists that are too long', { outcomes: list(5_000, 'Yes'), outcomePrices: list(5_000, '0.5') }],
    ['a volume beyond numbers', { volumeNum: undefined, volume: '1e999' }],
    ['a volume in words', { volumeNum: undefined, volume: 'a lot' }],
    ['no closed flag', { closed: undefined }],
  ])('is not taken from a market with %s', (_what, over) => {
    expect(() => probability(over)).toThrow(expect.objectContaining({ kind: 'wrong_shape' }));
  });

  it.each([null, {}, 'markets', [market()], { slug: 5 }])('is not taken from %j', (body) => {
    expect(() => parseMarket(body)).toThrow(expect.objectContaining({ kind: 'wrong_shape' }));
  });
});
