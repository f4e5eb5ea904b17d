import { type DerivedFrom, deriveDrop, dropStatusAt } from './drop';
import { dropDefinition, eventDefinition, fact } from '../testing';
import type { CalendarPrecision } from '@droptrack/contracts';

const AT_MS = Date.parse('2026-08-22T10:00:00.000Z');
const QUIET: DerivedFrom = { atMs: AT_MS, hype: { score: 24, delta7d: 0, confidence: 0 }, published: null };

describe('deriveDrop', () => {
  it('has the members of the contract, in its order', () => {
    const body = deriveDrop(
      dropDefinition({
        snapshot: { block: fact(21_450_000), date: fact('2026-07-10T00:00:00.000Z') },
        value: {
          fdvUsd: fact([0.5e9, 4e9] as const),
          supplyShare: fact([0.05, 0.12] as const),
          eligibleWallets: fact([1e5, 6e5] as const),
          allocation: fact('points' as const),
          haircut: fact(1),
          probability: fact(0.7),
          priceUsd: null,
        },
        cost: {
          gasUsd: fact(9),
          feesUsd: fact(3.5),
          capitalUsd: fact(0),
          days: fact(0),
          subscriptionsUsd: fact(0),
        },
      }),
      QUIET,
    );
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        id: 'linea',
        name: 'Linea',
        chain: 'linea',
        ...{ chain_id: 59_144, symbol: null, token: null },
        status: 'upcoming',
        hype_score: 24,
        hype_delta_7d: 0,
        hype_confidence: 0,
        rating: { reward: 47, legit: null, difficulty: 38 },
        ev_usd: { p50: 87.04, p10: 7.1, p90: 1066.67, basis: 'forecast' },
        snapshot: { block: 21_450_000, date: '2026-07-10T00:00:00.000Z' },
        launch_at: null,
        claim: { opens_at: null, closes_at: null, state: 'unknown' },
        ...{ tokens: null, wallets: null },
        cost_usd: 12.5,
      }),
    );
  });

  it('has null for unknown values', () => {
    expect(deriveDrop(dropDefinition(), QUIET)).toMatchObject({
      hype_score: 24,
      rating: { reward: null, legit: null, difficulty: null },
      ev_usd: { p50: null, p10: null, p90: null, basis: null },
      snapshot: { block: null, date: null },
      cost_usd: null,
    });
  });

  // Bodies of the log from before the member have none, and must not differ from new ones.
  it('has a distribution only if its method or checker is known', () => {
    expect(deriveDrop(dropDefinition(), QUIET)).not.toHaveProperty('distribution');
    const distribution = { ...dropDefinition().distribution, method: fact('genesis' as const) };
    expect(deriveDrop(dropDefinition({ distribution }), QUIET).distribution).toEqual({
      method: 'genesis',
      checker: null,
    });
  });
});

const CLAIM = eventDefinition({ key: 'claim', type: 'claim', startsAt: '2026-09-10T13:00:00.000Z' });
const TGE = eventDefinition({ key: 'tge', type: 'tge', startsAt: '2026-10-01T00:00:00.000Z', precision: 'day' });
const PHASE = eventDefinition({ key: 'phase', type: 'phase', phase: 'Season 1', startsAt: '2026-06-01T00:00:00.000Z' });
const SNAPSHOT = eventDefinition({ key: 'snapshot', type: 'snapshot', startsAt: '2026-05-01T00:00:00.000Z' });

const at = (events: readonly ReturnType<typeof eventDefinition>[], instant: string) =>
  dropStatusAt(dropDefinition({ events }), Date.parse(instant));

describe('dropStatusAt', () => {
  it('is upcoming without events', () => {
    expect(at([], '2026-08-22T10:00:00.000Z')).toBe('upcoming');
  });

  it.each([
    ['claim', CLAIM, '2026-09-10T12:59:59.999Z', '2026-09-10T13:00:00.000Z'],
    ['phase', PHASE, '2026-05-31T23:59:59.999Z', '2026-06-01T00:00:00.000Z'],
  ])('becomes live at the start of a %s, not before', (_, event, before, then) => {
    expect(at([event], before)).toBe('upcoming');
    expect(at([event], then)).toBe('live');
  });

  it('changes from live to tge at the token generation', () => {
    expect(at([PHASE, CLAIM, TGE], '2026-09-30T23:59:59.999Z')).toBe('live');
    expect(at([PHASE, CLAIM, TGE], '2026-10-01T00:00:00.000Z')).toBe('tge');
  });

  it('changes from upcoming to tge without a live phase', () => {
    expect(at([TGE], '2026-09-30T23:59:59.999Z')).toBe('upcoming');
    expect(at([TGE], '2026-10-01T00:00:00.000Z')).toBe('tge');
  });

  it.each([[[CLAIM, { ...TGE, startsAt: CLAIM.startsAt }]], [[{ ...TGE, startsAt: CLAIM.startsAt }, CLAIM]]])(
    'is tge when claim and token generation fall on one instant, in any order',
    (events) => {
      expect(at(events, CLAIM.startsAt)).toBe('tge');
    },
  );

  it('does not change with a claim after the token generation', () => {
    expect(at([TGE, { ...CLAIM, startsAt: '2026-11-01T00:00:00.000Z' }], '2026-11-02T00:00:00.000Z')).toBe('tge');
  });

  // The end of the claim event, not a status, marks the end of a drop.
  it('stays live after the window has closed', () => {
    expect(at([CLAIM], '2027-01-01T00:00:00.000Z')).toBe('live');
  });

  it('does not change with a snapshot', () => {
    expect(at([SNAPSHOT], '2026-08-22T10:00:00.000Z')).toBe('upcoming');
  });

  it.each(['tentative', 'cancelled'] as const)('does not change with a %s event', (status) => {
    expect(at([{ ...TGE, status }], '2027-01-01T00:00:00.000Z')).toBe('upcoming');
  });

  it.each<CalendarPrecision>(['week', 'month', 'quarter', 'year'])(
    'is not moved by an event known to the %s',
    (precision) => {
      expect(at([{ ...TGE, precision }], '2030-01-01T00:00:00.000Z')).toBe('upcoming');
    },
  );

  it.each<CalendarPrecision>(['second', 'minute', 'hour', 'day'])(
    'is moved by an event known to the %s',
    (precision) => {
      expect(at([{ ...TGE, precision }], TGE.startsAt)).toBe('tge');
    },
  );

  it.each(['upcoming', 'live', 'tge'] as const)(
    'stays %s when that is pinned, whatever the calendar says',
    (status) => {
      const pinned = dropDefinition({ status: fact(status), events: [CLAIM, TGE] });
      expect(dropStatusAt(pinned, Date.parse('2020-01-01T00:00:00.000Z'))).toBe(status);
      expect(dropStatusAt(pinned, Date.parse('2030-01-01T00:00:00.000Z'))).toBe(status);
    },
  );
});
