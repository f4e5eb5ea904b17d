import type { ListEntry } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { DropExplanation } from '@droptrack/contracts';
import { RULESET_2026_3 } from '@droptrack/scoring';
import * as fc from 'fast-check';
import { exampleDrop, exampleState } from '../hype/hype.example';
import { exampleExplanation } from './explain.example';
import { presentExplanation } from './explain.presenter';
import { anyDefinition, anyList, AT_MS, both, exampleList } from './testing';

const instant = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });

const figuresOf = ({ ev_usd: ev, rating, cost_usd: cost }: Omit<DropExplanation, 'as_of'>) => ({
  ev_usd: { p50: ev.p50, p10: ev.p10, p90: ev.p90, basis: ev.basis },
  rating: { reward: rating.reward.score, legit: rating.legit.score, difficulty: rating.difficulty.score },
  cost_usd: cost.usd,
});

describe('presentExplanation', () => {
  it('returns the published figures for any known and unknown facts', () => {
    fc.assert(
      fc.property(anyDefinition, fc.option(anyList), instant, (definition, list, atMs) => {
        const { drop, explained } = both(definition, list, atMs);
        expect(figuresOf(explained)).toEqual({ ev_usd: drop.ev_usd, rating: drop.rating, cost_usd: drop.cost_usd });
        expect([explained.drop, explained.status.value]).toEqual([drop.id, drop.status]);
      }),
    );
  });

  it('returns parts that add up', () => {
    fc.assert(
      fc.property(anyDefinition, fc.option(anyList), instant, (definition, list, atMs) => {
        const { ev_usd: ev, rating, cost_usd: cost } = both(definition, list, atMs).explained;
        const { legit, difficulty, reward } = rating;
        const sum = (parts: readonly { contribution: number | null }[]) =>
          parts.reduce((total, { contribution }) => total + (contribution ?? NaN), 0);
        if (legit.score !== null && legit.total !== null) {
          expect(sum(legit.components)).toBeCloseTo(legit.total, 9);
          expect(legit.score).toBe(Math.round(Math.min(legit.total, legit.cap ?? 100)));
        }
        expect(Math.min(...legit.caps.map(({ at_most }) => at_most))).toBe(legit.cap ?? Infinity);
        if (difficulty.score !== null)
          expect(Math.abs(sum(difficulty.inputs) - difficulty.score)).toBeLessThanOrEqual(0.5 + 1e-9);
        const known = cost.terms.flatMap(({ usd }) => (usd === null ? [] : [usd]));
        expect(cost.usd === null).toBe(known.length === 0);
        if (cost.usd !== null)
          expect(Math.abs(known.reduce((total, usd) => total + usd, 0) - cost.usd)).toBeLessThan(0.0051);
        expect([reward.ev_p50_usd, reward.cost_usd]).toEqual([ev.p50, cost.usd]);
        if (ev.lognormal !== null) {
          const p50 = (ev.inputs.probability.value ?? NaN) * Math.exp(ev.lognormal.mean);
          expect(Math.abs(p50 - (ev.p50 ?? NaN))).toBeLessThanOrEqual(0.0051 + p50 * 1e-12);
        }
      }),
    );
  });

  it('returns no figure of a rating, but its parts, exactly if nothing is known about it', () => {
    fc.assert(
      fc.property(anyDefinition, instant, (definition, atMs) => {
        const { legit, difficulty } = both(definition, null, atMs).explained.rating;
        const isUnassessed = legit.components.every(({ known }) => !known) && legit.caps.length === 0;
        const figures = [legit.score, legit.total, ...legit.components.map(({ contribution }) => contribution)];
        expect(figures.map((figure) => figure === null)).toEqual(figures.map(() => isUnassessed));
        const isUnknown = difficulty.inputs.every(({ known }) => !known);
        const parts = [difficulty.score, ...difficulty.inputs.map(({ contribution }) => contribution)];
        expect(parts.map((part) => part === null)).toEqual(parts.map(() => isUnknown));
      }),
    );
  });

  it('returns the share of each rating that is known, 0 to 1', () => {
    fc.assert(
      fc.property(anyDefinition, instant, (definition, atMs) => {
        const { legit, difficulty } = both(definition, null, atMs).explained.rating;
        const points = legit.components.reduce((sum, part) => sum + (part.known ? part.points : 0), 0);
        expect(legit.known_share).toBeCloseTo(points / 100, 9);
        const share = difficulty.inputs.reduce((sum, part) => sum + (part.known ? part.share : 0), 0);
        expect(difficulty.known_share).toBeCloseTo(share, 9);
        expect(Math.max(legit.known_share, difficulty.known_share)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('returns the basis of every input', () => {
    fc.assert(
      fc.property(anyDefinition, fc.option(anyList), (definition, list) => {
        const { ev_usd: ev, facts } = both(definition, list).explained;
        const { fdv_usd, supply_share, eligible_wallets, allocation, haircut, probability, tokens_usd } = ev.inputs;
        const { value } = definition;
        const ranges = [
          [fdv_usd, value.fdvUsd] as const,
          [supply_share, value.supplyShare] as const,
          [eligible_wallets, value.eligibleWallets] as const,
          [tokens_usd, null] as const,
        ];
        for (const [{ basis, p10, p90 }, stated] of ranges) {
          expect(basis === 'unknown').toBe(p10 === null);
          if (basis === 'stated') expect([p10, p90]).toEqual(stated?.value);
        }
        for (const [{ basis, value: used }, stated] of [
          [haircut, value.haircut],
          [probability, value.probability],
        ] as const)
          // prettier-ignore
          if (basis === 'stated') expect(used).toBe(stated?.value);
        expect(allocation.basis === 'list').toBe(allocation.value === 'list');
        const paths = facts.map(({ path }) => path);
        for (const { basis, from, source } of Object.values(ev.inputs)) {
          if (basis === 'list') expect(list).not.toBeNull();
          if (basis === 'derived') expect(from).not.toEqual([]);
          if (basis !== 'stated') expect(source).toBeNull();
          expect(paths).toEqual(expect.arrayContaining(from));
        }
      }),
    );
  });

  it('prefers a list to stated values, and marks it as the basis', () => {
    const definition = dropDefinition({
      value: {
        ...dropDefinition().value,
        fdvUsd: fact([1e9, 1e9] as const),
        supplyShare: fact([0.1, 0.2] as const),
        eligibleWallets: fact([1e5, 2e5] as const),
        probability: fact(0.4),
      },
      distribution: { tokens: null, wallets: null, totalSupply: fact('30') },
    });
    const basesOf = (list: ListEntry | null) =>
      Object.values(both(definition, list).explained.ev_usd.inputs).map(({ basis }) => basis);
    expect(basesOf(null)).toEqual(['stated', 'stated', 'stated', 'default', 'default', 'stated', 'unknown']);
    expect(basesOf(exampleList())).toEqual(['stated', 'list', 'list', 'list', 'default', 'list', 'unknown']);
    // Without decimals, the total has no share of the supply; without a spread, amounts include 0.
    expect(basesOf(exampleList({ decimals: null, spread: null }))).toEqual([
      ...['stated', 'stated', 'list', 'default', 'default', 'list', 'unknown'],
    ]);
    const { inputs, list } = both(definition, exampleList()).explained.ev_usd;
    expect(inputs.supply_share).toMatchObject({ p10: 0.1, p90: 0.1, from: ['distribution.total_supply'] });
    expect(inputs.probability.value).toBe(1);
    expect(list).toEqual({
      version: 1,
      wallets: 2,
      total: '3000000000000000000',
      decimals: 18,
      sha256: 'ab'.repeat(32),
      url: 'https://example.com/list.csv',
      published_at: '2026-08-22T09:00:00.000Z',
      tree_format: null,
      root: null,
      root_published: null,
      quantiles: [
        { p: 0.1, amount: '1000000000000000000' },
        { p: 0.5, amount: '1500000000000000000' },
        { p: 0.9, amount: '2000000000000000000' },
      ],
    });
  });

  it('returns the root and the stored quantiles of a list, and none without evidence', () => {
    const explain = (over: Partial<ListEntry>) => both(dropDefinition(), exampleList(over)).explained.ev_usd.list;
    const root = `0x${'0a'.repeat(32)}`;
    const tree = { format: 'openzeppelin' as const, root };
    const quantiles = [{ p: 0.5, amount: '7' }];
    const withTree = { tree_format: 'openzeppelin', root, root_published: false, quantiles };
    expect(explain({ tree, quantiles })).toMatchObject(withTree);
    expect(explain({ tree: { ...tree, root_published: true } })).toMatchObject({ root, root_published: true });
    expect(explain({ spread: null })).toMatchObject({ root: null, root_published: null, quantiles: [] });
  });

  it('returns every active list with its name, and values the drop by the given one alone', () => {
    const definition = dropDefinition();
    const root = `0x${'0a'.repeat(32)}`;
    const tree = { format: 'uniswap' as const, root, root_published: true };
    const lists = [exampleList(), exampleList({ name: 'season-2', version: 4, wallets: 9, total: '7', tree })];
    const explain = (list: ListEntry | null, all: readonly ListEntry[]) =>
      presentExplanation(both().drop, exampleState(), { origin: 'catalogue', definition }, { atMs: AT_MS, list }, all);
    const explained = explain(lists[0]!, lists);
    expect(explained.lists).toEqual([
      expect.objectContaining({ list: null, version: 1, wallets: 2, tree_format: null, root: null }),
      {
        list: 'season-2',
        version: 4,
        wallets: 9,
        total: '7',
        decimals: 18,
        sha256: 'ab'.repeat(32),
        url: 'https://example.com/list.csv',
        published_at: '2026-08-22T09:00:00.000Z',
        tree_format: 'uniswap',
        root,
        root_published: true,
      },
    ]);
    expect(explained.ev_usd).toEqual(explain(lists[0]!, lists.slice(0, 1)).ev_usd);
    expect(explain(null, lists.slice(1))).toMatchObject({ ev_usd: { list: null }, lists: [{ list: 'season-2' }] });
    expect(explain(null, []).lists).toEqual([]);
  });

  it('values the tokens of a list at the price while the total supply is unknown', () => {
    const definition = dropDefinition({ value: { ...dropDefinition().value, priceUsd: fact(2) } });
    const { inputs, p10, p50, p90 } = both(definition, exampleList()).explained.ev_usd;
    expect([p10, p50, p90]).toEqual([2, 3, 4]);
    expect(inputs).toMatchObject({
      fdv_usd: { p10: null, basis: 'unknown' },
      supply_share: { p10: null, basis: 'unknown' },
      tokens_usd: { p10: 6, p90: 6, basis: 'list', source: null, from: ['value.price_usd'] },
    });
  });

  it('names observed inputs with the instant of the observation, until it expires', () => {
    const at = '2026-08-22T09:30:00.000Z';
    const observed = <T>(value: T) => ({ value, url: 'https://market.example/linea', observed_at: at });
    const source = { kind: 'dataset', url: 'https://market.example/linea', observed_at: at };
    const market = { price_usd: null, fdv_usd: observed([1e9, 4e9] as const), probability: observed(0.6) };
    const explain = (atMs: number) =>
      presentExplanation(
        exampleDrop(),
        exampleState(),
        { origin: 'catalogue', definition: dropDefinition() },
        { atMs, list: null, market },
        [],
      ).ev_usd.inputs;
    expect(explain(AT_MS)).toMatchObject({
      fdv_usd: { p10: 1e9, p90: 4e9, basis: 'observed', source, from: [] },
      probability: { value: 0.6, basis: 'observed', source, from: [] },
    });
    expect(explain(Date.parse(at) + 24 * 3_600_000 + 1)).toMatchObject({
      fdv_usd: { p10: null, basis: 'unknown' },
      probability: { value: null, basis: 'unknown' },
    });
  });

  it('derives unstated inputs from the distribution, and returns the paths of the facts', () => {
    const { value, distribution } = dropDefinition();
    const definition = dropDefinition({
      value: { ...value, priceUsd: fact(2) },
      distribution: { ...distribution, tokens: fact('100'), wallets: fact(5), totalSupply: fact('1000') },
    });
    const { inputs } = both(definition).explained.ev_usd;
    expect(inputs).toMatchObject({
      fdv_usd: { p10: 2_000, basis: 'derived', from: ['value.price_usd', 'distribution.total_supply'] },
      supply_share: { p10: 0.1, basis: 'derived', from: ['distribution.tokens', 'distribution.total_supply'] },
      eligible_wallets: { p10: 5, basis: 'derived', from: ['distribution.wallets'] },
      probability: { value: 1, basis: 'derived', from: ['distribution.tokens', 'distribution.wallets'] },
    });
  });

  it('marks a payout that has taken place as estimated, not as a forecast', () => {
    const { value, distribution } = dropDefinition();
    const priceUsd = { value: 2, source: { kind: 'dataset' as const, url: null, at: '2026-03-17' } };
    const claim = { key: 'claim', type: 'claim' as const, title: 'Claim', startsAt: '2026-03-10T00:00:00.000Z', endsAt: null, precision: 'day' as const, status: 'confirmed' as const, block: null, phase: null, url: null, source: null }; // prettier-ignore
    const paid = dropDefinition({
      value: { ...value, priceUsd },
      distribution: { ...distribution, tokens: fact('100'), wallets: fact(5), totalSupply: fact('1000') },
      events: [claim],
    });
    expect(both(paid).explained.ev_usd).toMatchObject({ basis: 'estimated', p50: expect.any(Number) });
    const probability = fact(0.5);
    expect(both({ ...paid, value: { ...paid.value, probability } }).explained.ev_usd.basis).toBe('forecast');
    expect(both().explained.ev_usd.basis).toBeNull();
  });

  it('names measured quantiles as the model of an unknown kind in ruleset 2026.3, which are not lognormal', () => {
    const { value, distribution } = dropDefinition();
    const definition = dropDefinition({
      value: { ...value, priceUsd: fact(2) },
      distribution: { ...distribution, tokens: fact('100'), wallets: fact(5), totalSupply: fact('1000') },
    });
    const inputs = { atMs: AT_MS, list: null, ruleset: RULESET_2026_3 };
    const stated = { origin: 'catalogue', definition };
    const { ev_usd: ev } = presentExplanation(both().drop, exampleState(), stated, inputs, []);
    expect(ev.inputs.allocation).toEqual({ value: 'empirical', basis: 'default', source: null, from: [] });
    expect(ev).toMatchObject({ lognormal: null, p10: 0.16, p50: 13.88, p90: 68.4 });
  });

  it('marks sample data', () => {
    const explain = (id: string, origin: string) =>
      presentExplanation(
        both().drop,
        exampleState(),
        { origin, definition: dropDefinition({ id }) },
        { atMs: AT_MS, list: null },
        [],
      );
    expect(explain('sample-drop', 'sample')).toMatchObject({ sample: true, origin: 'sample' });
    expect(explain('linea', 'catalogue')).toMatchObject({ sample: false, origin: 'catalogue' });
  });

  it('returns the figures of the example drop', () => {
    const { rating, ev_usd, cost_usd } = exampleDrop();
    expect(figuresOf(exampleExplanation())).toEqual({ rating, ev_usd, cost_usd });
  });
});
