import { type DropDefinition, type ListBody, listEntityId } from '@droptrack/catalogue';
import type { Drop, DropExplanation } from '@droptrack/contracts';
import { appendRevisions, applyDefinitions, runRecompute } from '@droptrack/persistence';
import * as fc from 'fast-check';
import { anyDefinition, LIST_BODY } from '../src/resources/explain/testing';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { until } from './until';

const DOCS = { kind: 'official', url: 'https://example.com/docs', at: '2026-08-01' } as const;
const sourced = <T>(value: T) => ({ value, source: DOCS });

const plain = dropDefinition('linea');
const LINEA = dropDefinition('linea', {
  chain: sourced('linea'),
  token: { symbol: sourced('LINEA'), decimals: sourced(18), address: null },
  status: sourced('live'),
  snapshot: { block: sourced(21_450_000), date: null },
  distribution: { tokens: null, wallets: null, totalSupply: sourced('30') },
  links: { site: 'https://example.com', docs: 'https://example.com/docs' },
  value: {
    ...plain.value,
    allocation: sourced('points'),
    fdvUsd: sourced([5e8, 4e9]),
    supplyShare: sourced([0.05, 0.12]),
    eligibleWallets: sourced([1e5, 6e5]),
    probability: { value: 0.7, source: null },
  },
  cost: { ...plain.cost, gasUsd: sourced(9), capitalUsd: sourced(1_000), days: sourced(73) },
  effort: { ...plain.effort, minutes: sourced(90), identity: sourced(false) },
  legit: { team: { score: 0.9, url: 'https://example.com/team', checkedAt: '2020-01-01' } },
  caps: [
    'contract_unverified',
    { finding: 'loss_not_made_good', url: 'https://example.com/loss', at: '2026-04-01', note: 'Names the loss' },
  ],
  notes: 'The press says otherwise.',
});
/** 60 combinations of known and unknown facts; the seed makes them reproducible. */
const MANY: readonly DropDefinition[] = fc
  .sample(anyDefinition, { numRuns: 60, seed: 42 })
  .map((definition, index) => ({ ...definition, id: `drop-${index}`, name: `Drop ${index}` }));

const figuresOf = ({ ev_usd: ev, rating, cost_usd: cost }: DropExplanation) => ({
  ev_usd: { p50: ev.p50, p10: ev.p10, p90: ev.p90, basis: ev.basis },
  rating: { reward: rating.reward.score, legit: rating.legit.score, difficulty: rating.difficulty.score },
  cost_usd: cost.usd,
});
const publishedFigures = ({ ev_usd, rating, cost_usd }: Drop) => ({ ev_usd, rating, cost_usd });

describe('GET /v1/drops/{id}/explain', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([LINEA, dropDefinition('base'), dropDefinition('gone'), ...MANY]);
    await api.apply([LINEA, dropDefinition('base'), ...MANY]);
  });
  afterAll(() => api.stop());

  describe('200', () => {
    it('returns the hype of the series', async () => {
      const [{ hype }, series] = await Promise.all([api.sdk.drops.explain('linea'), api.sdk.drops.hype('linea')]);
      const { score, confidence, momentum, delta_7d, ruleset } = series;
      expect(hype).toEqual({ score, confidence, momentum, delta_7d, ruleset });
      // Only the calendar has a reading, which measures no attention.
      expect(hype).toMatchObject({ score: null, confidence: 0, momentum: null, delta_7d: null });
    });

    it('returns every input with its value and its source', async () => {
      const source = { kind: 'official', url: 'https://example.com/docs', observed_at: '2026-08-01T00:00:00.000Z' };
      const explained = await api.sdk.drops.explain('linea');
      expect(explained).toMatchObject({
        drop: 'linea',
        name: 'Linea',
        sample: false,
        origin: 'catalogue',
        ruleset: '2026.4',
        status: { value: 'live', pinned: true, source },
        wallets: ['evm'],
        notes: 'The press says otherwise.',
        links: [
          { name: 'docs', url: 'https://example.com/docs' },
          { name: 'site', url: 'https://example.com' },
        ],
      });
      expect(explained.facts).toEqual([
        { path: 'chain', value: 'linea', source },
        { path: 'token.symbol', value: 'LINEA', source },
        { path: 'token.decimals', value: 18, source },
        { path: 'snapshot.block', value: 21_450_000, source },
        { path: 'distribution.total_supply', value: '30', source },
      ]);
      const { inputs, lognormal, list } = explained.ev_usd;
      expect(inputs).toEqual({
        fdv_usd: { p10: 5e8, p90: 4e9, basis: 'stated', source, from: [] },
        supply_share: { p10: 0.05, p90: 0.12, basis: 'stated', source, from: [] },
        eligible_wallets: { p10: 1e5, p90: 6e5, basis: 'stated', source, from: [] },
        allocation: { value: 'points', basis: 'stated', source, from: [] },
        haircut: { value: 1, basis: 'default', source: null, from: [] },
        probability: { value: 0.7, basis: 'stated', source: null, from: [] },
        tokens_usd: { p10: null, p90: null, basis: 'unknown', source: null, from: [] },
      });
      // The worked example of docs/scoring.md.
      expect(lognormal?.mean).toBeCloseTo(4.823036, 6);
      expect(lognormal?.spread).toBeCloseTo(1.955391, 6);
      expect([explained.ev_usd.p10, explained.ev_usd.p50, explained.ev_usd.p90, list]).toEqual([7.1, 87.04, 1066.67, null]); // prettier-ignore
    });

    it('returns the evidence of each component, and the caps', async () => {
      const { legit, difficulty, reward } = (await api.sdk.drops.explain('linea')).rating;
      expect(legit).toMatchObject({
        score: 25,
        known_share: 0.25,
        total: expect.closeTo(25, 1),
        cap: 40,
        caps: [
          { id: 'contract_unverified', at_most: 40, url: null, at: null, note: null },
          {
            id: 'loss_not_made_good',
            at_most: 40,
            url: 'https://example.com/loss',
            at: '2026-04-01T00:00:00.000Z',
            note: 'Names the loss',
          },
        ],
      });
      expect(legit.components.slice(0, 2)).toEqual([
        {
          id: 'team',
          points: 25,
          known: true,
          score: 0.9,
          stale: true,
          // Old evidence counts as much as an unknown component, and never less.
          contribution: expect.closeTo(6.25, 2),
          url: 'https://example.com/team',
          checked_at: '2020-01-01T00:00:00.000Z',
          note: null,
        },
        { id: 'audits', points: 20, known: false, score: null, stale: false, contribution: 5, url: null, checked_at: null, note: null }, // prettier-ignore
      ]);
      expect(difficulty.inputs.map(({ id, known, value }) => [id, known, value])).toEqual([
        ['minutes', true, 90],
        ['capital_usd', true, 1_000],
        ['tasks', false, null],
        ['identity', true, false],
        ['recurring', false, null],
        ['technical', false, null],
      ]);
      expect(difficulty.known_share).toBeCloseTo(0.7, 9);
      expect(reward).toEqual({ score: 46, ev_p50_usd: 87.04, cost_usd: 19, net_usd: 87.04 - 19 });
    });

    it('returns the terms of the cost', async () => {
      const { usd, terms } = (await api.sdk.drops.explain('linea')).cost_usd;
      expect(usd).toBe(19);
      expect(terms.map(({ id, usd: term }) => [id, term])).toEqual([
        ['gas', 9],
        ['fees', null],
        ['capital', 10],
        ['subscriptions', null],
      ]);
      expect(terms[2]?.inputs.map(({ id, value }) => [id, value])).toEqual([
        ['capital_usd', 1_000],
        ['days', 73],
      ]);
    });

    it('marks every unknown input of a drop without facts', async () => {
      const { ev_usd: ev, rating, cost_usd: cost, facts } = await api.sdk.drops.explain('base');
      expect(Object.values(ev.inputs).map(({ basis }) => basis)).toEqual([
        ...['unknown', 'unknown', 'unknown', 'default', 'default', 'unknown', 'unknown'],
      ]);
      expect([ev.lognormal, rating.reward.score, cost.usd]).toEqual([null, null, null]);
      expect(rating.legit).toMatchObject({ score: null, known_share: 0, total: null, cap: null, caps: [] });
      expect(rating.difficulty).toMatchObject({ score: null, known_share: 0 });
      const parts = [...rating.legit.components, ...rating.difficulty.inputs];
      expect(parts.some(({ known, contribution }) => known || contribution !== null)).toBe(false);
      expect(facts).toEqual([{ path: 'chain', value: 'ethereum', source: null }]);
    });

    // Also tests the storage of numbers in the log.
    it('returns the figures of each published drop', async () => {
      const drops = await api.sdk.drops.list({ limit: 100 });
      expect(drops.data).toHaveLength(62);
      for (const drop of drops.data)
        expect({ id: drop.id, ...figuresOf(await api.sdk.drops.explain(drop.id)) }).toEqual({
          id: drop.id,
          ...publishedFigures(drop),
        });
    });

    it('marks sample data', async () => {
      const made = { origin: 'sample', definitions: [dropDefinition('sample-drop')], nowMs: Date.now() };
      await applyDefinitions(api.db, made);
      await until(async () => (await api.get('/v1/drops/sample-drop')).statusCode === 200);
      expect(await api.sdk.drops.explain('sample-drop')).toMatchObject({ sample: true, origin: 'sample' });
    });

    it('explains the published figures until the drop is recomputed with a new list, then those with the list', async () => {
      const id = listEntityId('linea', 'allocation');
      await appendRevisions(api.db, [{ entity: 'list', id, body: LIST_BODY, cause: 'list' }]);
      await api.caughtUp();
      const before = await api.sdk.drops.get('linea');
      expect(figuresOf(await api.sdk.drops.explain('linea'))).toEqual(publishedFigures(before));

      await runRecompute(api.db, { nowMs: Date.now(), limit: 1_000 });
      await until(async () => (await api.sdk.drops.get('linea')).ev_usd.p50 !== before.ev_usd.p50);
      const explained = await api.sdk.drops.explain('linea');
      expect(figuresOf(explained)).toEqual(publishedFigures(await api.sdk.drops.get('linea')));
      expect(explained.ev_usd.list).toMatchObject({ version: 1, wallets: 2, sha256: 'ab'.repeat(32) });
      expect(explained.ev_usd.inputs.eligible_wallets).toMatchObject({ p10: 2, p90: 2, basis: 'list' });
    });

    it('returns each active list, of which the unnamed one alone determines the figures', async () => {
      const before = await api.sdk.drops.explain('linea');
      const named: ListBody = { ...LIST_BODY, name: 'season-2', list_id: 8, wallets: 5, total: '90', version: 3 };
      const id = listEntityId('linea', 'allocation', 'season-2');
      await appendRevisions(api.db, [{ entity: 'list', id, body: named, cause: 'list' }]);
      await runRecompute(api.db, { nowMs: Date.now(), limit: 1_000 });
      await api.caughtUp();
      const after = await api.sdk.drops.explain('linea');
      expect(before.lists.map(({ list }) => list)).toEqual([null]);
      expect(after.lists).toMatchObject([
        { list: null, version: 1, wallets: 2 },
        { list: 'season-2', version: 3, wallets: 5, total: '90', tree_format: null, root: null, root_published: null },
      ]);
      expect([after.ev_usd, figuresOf(after)]).toEqual([before.ev_usd, figuresOf(before)]);
      expect((await api.sdk.drops.explain('base')).lists).toEqual([]);
    });

    it('responds to HEAD with the same headers, without a body', async () => {
      const { statusCode, headers, body } = await api.head('/v1/drops/base/explain');
      const whole = await api.get('/v1/drops/base/explain');
      expect([statusCode, body, headers['etag']]).toEqual([200, '', whole.headers['etag']]);
      expect(whole.headers['x-data-as-of']).toBe(whole.json<DropExplanation>().as_of);
    });
  });

  it('returns 304 for its entity tag until the explanation changes', async () => {
    const first = await api.get('/v1/drops/base/explain');
    const tag = { 'if-none-match': String(first.headers['etag']) };
    expect((await api.get('/v1/drops/base/explain', tag)).statusCode).toBe(304);
    // The drop itself does not contain the notes.
    await api.apply([LINEA, dropDefinition('base', { notes: 'Reviewed.' }), ...MANY]);
    const changed = await api.get('/v1/drops/base/explain', tag);
    expect([changed.statusCode, changed.json<DropExplanation>().notes]).toEqual([200, 'Reviewed.']);
  });

  it('rejects unknown parameters', async () => {
    expect((await api.get('/v1/drops/linea/explain?window=7d')).json()).toMatchObject({ code: 'unknown_parameter' });
  });

  it.each([
    ['nope', 404, 'drop_not_found'],
    ['..%2Fme', 404, 'drop_not_found'],
    ['gone', 410, 'drop_archived'],
  ])('returns, for the drop %s, %d %s without a query', async (id, status, code) => {
    const queries = jest.spyOn(api.db, 'query');
    const response = await api.get(`/v1/drops/${id}/explain`);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([status, code]);
    expect(queries).not.toHaveBeenCalled();
    queries.mockRestore();
  });

  it('returns 503 with Retry-After while the database is unavailable', async () => {
    await api.loseDatabase();
    const response = await api.get('/v1/drops/linea/explain');
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});
