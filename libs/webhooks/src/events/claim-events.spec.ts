import type { MarketBody } from '@droptrack/catalogue';
import { dropBody, dropChange, logOf, marketBody, observed } from '@droptrack/catalogue/testing';
import { bodiesOfLast, eventsOfLog } from './testing';

const claimed = (share: number | null, over: Partial<MarketBody> = {}) => ({
  entity: 'market' as const,
  id: 'linea',
  body: marketBody({ ...(share !== null && { claimed_share: observed(share) }), ...over }),
});
const thresholds = (...shares: (number | null)[]) =>
  bodiesOfLast(...shares.map((share) => claimed(share))).map(
    ({ data }) => (data.object as { threshold: number }).threshold,
  );

describe('a revision of the share claimed', () => {
  it('announces each threshold that was reached, with the former share', () => {
    expect(bodiesOfLast(claimed(0.2), claimed(0.51))).toMatchObject([
      {
        type: 'drop.claims_progress',
        data: { object: { drop: 'linea', threshold: 25, claimed_share: 0.51 }, previous: { claimed_share: 0.2 } },
      },
      { data: { object: { threshold: 50 } } },
    ]);
    expect(thresholds(0.25, 0.9)).toEqual([50, 75, 90]);
    expect(thresholds(0.89, 0.9)).toEqual([90]);
  });

  // The claims of a drop that is followed from now on may be years old.
  it('announces nothing for the first share, for one without a threshold, and for one that fell', () => {
    expect([thresholds(0.8), thresholds(null, 0.8), thresholds(0.3, 0.4), thresholds(0.8, 0.3)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  const ended = (share: number, endsAt: string) =>
    claimed(share, { claims_end: observed({ ends_at: endsAt, left_at_end: '9' }) });
  it('announces the end once with what was left, without a threshold too, and again only if it was moved', () => {
    const end = '2026-08-20T00:00:00.000Z';
    expect(bodiesOfLast(claimed(0.2), ended(0.21, end))).toMatchObject([
      {
        data: {
          object: { threshold: null, claimed_share: 0.21, ended_at: end, left_at_end: '9' },
          previous: { claimed_share: 0.2 },
        },
      },
    ]);
    expect(bodiesOfLast(claimed(0.2), ended(0.26, end)).map(({ data }) => data.object)).toMatchObject([
      { threshold: 25, ended_at: null, left_at_end: null },
      { threshold: null, ended_at: end },
    ]);
    expect(bodiesOfLast(claimed(0.2), ended(0.2, end), ended(0.22, end))).toEqual([]);
    expect(bodiesOfLast(ended(0.2, end))).toEqual([]);
    const ids = [ended(0.2, '2026-08-21T00:00:00.000Z'), ended(0.2, end)].flatMap((other) =>
      eventsOfLog(logOf([claimed(0.1), ended(0.2, end), other])).map(({ id }) => id),
    );
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  });

  it('has ids of its own, and the filter members of its drop', () => {
    const events = eventsOfLog(logOf([dropChange(dropBody({ chain: 'base' })), claimed(0.2), claimed(0.8)]));
    const progress = events.filter(({ type }) => type === 'drop.claims_progress');
    expect(new Set(progress.map(({ id }) => id)).size).toBe(3);
    expect(progress[0]).toMatchObject({ dropId: 'linea', chain: 'base' });
  });
});
