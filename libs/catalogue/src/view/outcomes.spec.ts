import type { OutcomeDefinition } from '../definition';
import { listOutcomes, type OutcomeListQuery } from './list-outcomes';
import { foldOutcomes } from './outcomes';
import type { MarketBody } from '../market/market';
import { marketBody, observed, TOKEN } from '../market/testing';
import { archival, type Change, dropBody, dropChange, logOf } from './testing';
import { emptyView, foldRevisions } from './view';

const ALL: OutcomeListQuery = { chains: null, methods: null, month: null, sample: null, sort: 'opened', order: 'desc' };
const OUTCOME: OutcomeDefinition = {
  openedAt: '2026-08-01T00:00:00.000Z',
  openingUsd: { value: 2, source: null },
  ...{ day1Usd: null, day7Usd: null, day30Usd: null, day90Usd: null, highUsd: null, claimedShare: null },
};
const fact = <T>(value: T) => ({ value, source: null });
const definition = (id: string, outcome: unknown): Change => ({
  entity: 'definition',
  id,
  body: { origin: 'catalogue', definition: { outcome } } as never,
});
const listed = (...changes: Change[]) =>
  listOutcomes(foldRevisions(emptyView, logOf(changes)), ALL, null, 10).rows.map(({ id }) => id);

describe('listOutcomes', () => {
  it('returns the outcomes of published drops', () => {
    expect(listed(dropChange(dropBody()), definition('linea', OUTCOME))).toEqual(['linea']);
    expect(listed(definition('linea', OUTCOME))).toEqual([]);
    expect(listed(dropChange(dropBody()), definition('linea', OUTCOME), archival('drop', 'linea'))).toEqual([]);
    expect(listed(dropChange(dropBody()), definition('linea', OUTCOME), archival('definition', 'linea'))).toEqual([]);
  });

  it('follows both the drop and its outcome', () => {
    const before = foldRevisions(emptyView, logOf([dropChange(dropBody()), definition('linea', OUTCOME)]));
    const next = (change: Change) => foldRevisions(before, [{ ...change, seq: 3, recordedAtMs: before.newestMs + 1 }]);
    const paid = (view: typeof before) => listOutcomes(view, ALL, null, 1).rows[0]?.outcome.paid_usd;
    expect(paid(before)).toBe(24_974.72);
    expect(paid(next(dropChange(dropBody({ wallets: 1_000 }))))).toBe(18_722_597.4);
    expect(paid(next(definition('linea', { ...OUTCOME, openingUsd: { value: 1, source: null } })))).toBe(12_487.36);
    expect(paid(before)).toBe(24_974.72);
  });

  describe('with the ledgers of its distributors', () => {
    const value = { token: TOKEN, priced_share: 0.95, usd: 1_700, price_usd: 2.5 };
    const shown = (market: Partial<MarketBody>, stated: number | null = null) => {
      const outcome = { ...OUTCOME, claimedShare: stated === null ? null : fact(stated) };
      const body = marketBody({ claimed_share: observed(0.5), claimed_value: observed(value), ...market });
      const changes = [dropChange(dropBody()), definition('linea', outcome), { entity: 'market', id: 'linea', body }];
      return listOutcomes(foldRevisions(emptyView, logOf(changes as Change[])), ALL, null, 1).rows[0]!.outcome;
    };
    const figures = ({ claimed_share, claimed_value_usd, claimed_priced_share, price_at_claim_usd }: ReturnType<typeof shown>) =>
      [claimed_share, claimed_value_usd, claimed_priced_share, price_at_claim_usd]; // prettier-ignore

    it('has the value of the claims and their price, with the page of the prices', () => {
      const url = 'https://coins.example/linea';
      const outcome = shown({ price_usd: { ...observed(3), url, token: TOKEN } });
      expect(figures(outcome)).toEqual([0.5, 1_700, 0.95, 2.5]);
      expect(outcome.sources.map(({ fact: id, source }) => [id, source?.kind, source?.url])).toEqual([
        ['opening', undefined, undefined],
        ['claimed_share', 'onchain', observed(0).url],
        ['price_at_claim', 'dataset', url],
      ]);
    });

    it.each([
      [
        'of the prices of another token',
        { claimed_value: observed({ ...value, token: 'other' }) },
        null,
        [0.5, null, null, null],
      ],
      [
        'with too few prices',
        { claimed_value: observed({ ...value, priced_share: 0.8, usd: null, price_usd: null }) },
        null,
        [0.5, null, 0.8, null],
      ],
      ['beside a stated share that agrees', {}, 0.48, [0.48, 1_700, 0.95, 2.5]],
      // The value counts the tokens of the ledgers: beside this share, it would be one of other tokens.
      ['beside a stated share of other tokens', {}, 0.9, [0.9, null, 0.95, 2.5]],
    ])('has a value that is null %s', (_, market, stated, expected) => {
      // prettier-ignore
      expect(figures(shown(market, stated))).toEqual(expected);
    });
  });

  it('has no mean without wallets, and no change without both prices', () => {
    const none = foldRevisions(emptyView, logOf([dropChange(dropBody({ wallets: 0 })), definition('linea', OUTCOME)]));
    expect(listOutcomes(none, ALL, null, 1).rows[0]?.outcome).toMatchObject({ paid_usd: null, change_90d: null });
  });
});

describe('foldOutcomes', () => {
  // A body of another release must not hold the view up.
  it.each([undefined, null, 'x', 7, {}, { openedAt: 'soon' }])('ignores an outcome of the form %j', (outcome) => {
    const table = new Map([['base', { ...OUTCOME, givenTokens: null, givenWallets: null }]]);
    expect(foldOutcomes(table, logOf([definition('linea', outcome)]))).toBe(table);
    expect(foldOutcomes(table, logOf([definition('base', outcome)])).size).toBe(0);
  });

  it.each([
    ['the quotient of amounts', {}, { tokens: fact('3'), claimed: fact('2') }, 0.6667],
    ['the stated share', { claimedShare: fact(0.5) }, { tokens: fact('3'), claimed: fact('2') }, 0.5],
    ['none without an amount', {}, { tokens: null, claimed: fact('2') }, null],
    ['none without the other', {}, { tokens: fact('3') }, null],
    ['none for no tokens', {}, { tokens: fact('0'), claimed: fact('0') }, null],
    ['none for more than all', {}, { tokens: fact('3'), claimed: fact('4') }, null],
    ['none of another release', {}, undefined, null],
  ])('has as share claimed %s', (_, over, distribution, share) => {
    const body = { origin: 'catalogue', definition: { outcome: { ...OUTCOME, ...over }, distribution } } as never;
    const table = foldOutcomes(new Map(), logOf([{ entity: 'definition', id: 'linea', body }]));
    expect(table.get('linea')?.claimedShare?.value ?? null).toBe(share);
  });

  it.each([
    ['that reached wallets', { claimed: fact('2') }, {}, 2],
    ['of the declared share', {}, { supplyShare: fact([0.25, 0.25]) }, 2.5],
    ['offered, where the supply is unknown', { totalSupply: null }, { supplyShare: fact([0.25, 0.25]) }, 3],
    ['offered', {}, {}, 3],
    ['of the row, where the share is a range', {}, { supplyShare: fact([0.2, 0.3]) }, null],
  ])('counts the tokens %s', (_, distribution, value, tokens) => {
    const known = { tokens: fact('3'), totalSupply: fact('10'), ...distribution };
    const body = { origin: 'catalogue', definition: { outcome: OUTCOME, distribution: known, value } } as never;
    const table = foldOutcomes(new Map(), logOf([{ entity: 'definition', id: 'linea', body }]));
    expect(table.get('linea')?.givenTokens).toBe(tokens);
  });
});
