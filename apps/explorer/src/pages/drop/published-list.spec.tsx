import type { ExplainedDropList, ListGap } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { renderToString } from 'preact-render-to-string';
import { binsOf, PublishedList } from './published-list';

const FACTS = {
  version: 3,
  wallets: 1_234,
  total: '5000000000000000000250',
  decimals: 18,
  sha256: 'ab'.repeat(32),
  url: 'https://linea.example/list.csv',
  published_at: '2026-09-01T00:00:00.000Z',
  tree_format: 'uniswap' as const,
  root: `0x${'cd'.repeat(32)}`,
  root_published: true,
};
const LIST = {
  ...FACTS,
  quantiles: [
    { p: 0, amount: '1000000000000000000' },
    { p: 0.5, amount: '2000000000000000000' },
    { p: 1, amount: '900000000000000000001' },
  ],
};

const UNNAMED: ExplainedDropList = { ...FACTS, list: null };
const NAMED: ExplainedDropList = {
  ...UNNAMED,
  list: 'season-2',
  wallets: 77_000,
  total: '20',
  decimals: null,
  version: 9,
  url: null,
  root: null,
  root_published: null,
  tree_format: null,
};

const textOf = (
  list: typeof LIST | null,
  symbol: string | null = 'LINEA',
  lists = list === null ? [] : [UNNAMED],
  gap: ListGap | null = null,
) =>
  renderToString(<PublishedList list={list} lists={lists} gap={gap} symbol={symbol} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('PublishedList', () => {
  it('says that lists are not complete, and why', () => {
    const gap = { code: 'short' as const, message: 'The loaded list has only 2403 wallets (catalogue: 695232).' };
    const sentence = `Not complete. ${gap.message} A wallet in none of these lists may still have an allocation.`;
    expect(textOf(LIST, 'LINEA', [UNNAMED], gap)).toContain(sentence);
    expect(textOf(LIST)).not.toContain('Not complete');
    expect(textOf(null, 'LINEA', [], { ...gap, code: 'no_list' })).not.toContain('Not complete');
  });

  it('shows exact totals and amounts in tokens', () => {
    const text = textOf(LIST);
    expect(text).toContain('Wallets 1,234 Total 5,000.00000000000000025 LINEA Version 3');
    expect(text).toContain('equals the published root');
    expect(text).toContain('0% 1 50% 2 100% 900.000000000000000001');
  });

  it('does not take a root that was computed here for a published one', () => {
    expect(textOf({ ...LIST, root_published: false })).toContain('computed here; no published root confirms it');
  });

  it('names base units while the decimals are unknown', () => {
    const text = textOf({ ...LIST, decimals: null as unknown as number });
    expect(text).toContain('5,000,000,000,000,000,000,250 base units');
  });

  it('states equal allocations in one sentence', () => {
    const quantiles = LIST.quantiles.map(({ p }) => ({ p, amount: '7' }));
    expect(textOf({ ...LIST, decimals: 0, quantiles })).toContain('Each wallet receives 7 LINEA .');
  });

  it('shows a list without quantiles, and no list', () => {
    expect(textOf({ ...LIST, quantiles: [] })).not.toContain('Distribution');
    expect(textOf(null)).toContain('No list is published here.');
  });

  it('shows the unnamed list alone without a table of lists', () => {
    expect(textOf(LIST)).not.toContain('Active allocation lists');
  });

  it('shows all lists by name in a table beside the unnamed one, with what is unknown as unknown', () => {
    const text = textOf(LIST, 'LINEA', [UNNAMED, NAMED]);
    expect(text).toContain('The value per wallet is computed from the unnamed list alone.');
    expect(text).toContain('Allocation lists A wallet in any of these lists is eligible');
    expect(text).toContain('Unnamed list 1,234 5,000.00000000000000025 LINEA 3 Sep 1, 2026');
    expect(text).toMatch(
      /season-2 77,000 20 base units 9 .*The list has no tree – unknown SHA-256 (ab){32} Distribution of the allocations in the unnamed list/,
    );
    expect(text).toContain('uniswap tree, equals the published root linea.example');
  });

  it.each([
    ['that has only a named list', NAMED, 'The value per wallet is not computed from lists with a name.'],
    ['whose figures do not use its list yet', UNNAMED, 'not computed from the unnamed list yet.'],
  ])('shows a drop %s', (_, list, sentence) => {
    const text = textOf(null, 'LINEA', [list]);
    expect(text).toContain('Active allocation lists');
    expect(text).toContain(sentence);
    expect(text).not.toMatch(/No list is published here|any of these lists/);
  });
});

describe('binsOf', () => {
  it('puts the share between two quantiles into the bin between their amounts', () => {
    expect(binsOf(LIST)).toEqual([
      { from: 1, to: 2, share: 0.5 },
      { from: 2, to: 900, share: 0.5 },
    ]);
  });

  it('covers all wallets with adjoining bins of a positive width', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 2, maxLength: 21 });
    fc.assert(
      fc.property(amounts, fc.nat({ max: 30 }), (values, decimals) => {
        const sorted = values.toSorted((a, b) => (a < b ? -1 : 1));
        const quantiles = sorted.map((amount, index) => ({ p: index / (sorted.length - 1), amount: String(amount) }));
        const bins = binsOf({ quantiles, decimals });
        for (const [index, bin] of bins.entries()) {
          expect(bin.to).toBeGreaterThan(bin.from);
          expect(bin.from).toBeGreaterThan(0);
          expect(bins[index + 1]?.from ?? bin.to).toBe(bin.to);
        }
        const sum = bins.reduce((total, { share }) => total + share, 0);
        expect(sum).toBeCloseTo(bins.length === 0 ? 0 : 1, 9);
      }),
    );
  });
});
