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

  it('has ids of its own, and the filter members of its drop', () => {
    const events = eventsOfLog(logOf([dropChange(dropBody({ chain: 'base' })), claimed(0.2), claimed(0.8)]));
    const progress = events.filter(({ type }) => type === 'drop.claims_progress');
    expect(new Set(progress.map(({ id }) => id)).size).toBe(3);
    expect(progress[0]).toMatchObject({ dropId: 'linea', chain: 'base' });
  });
});
