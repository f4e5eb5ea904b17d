import { normaliseEvent } from './normalise-drop';

const DOCS = { kind: 'official', url: 'https://example.org/docs', at: '2026-08-01' } as const;
const EVENT = { id: 'claim-1', type: 'claim', title: 'Claim window', starts_at: '2026-09-10' } as const;

describe('normaliseEvent', () => {
  it('fills in the defaults', () => {
    expect(normaliseEvent(EVENT, DOCS)).toEqual({
      key: 'claim-1',
      type: 'claim',
      title: 'Claim window',
      startsAt: '2026-09-10T00:00:00.000Z',
      endsAt: null,
      precision: 'day',
      status: 'confirmed',
      block: null,
      phase: null,
      url: null,
      source: DOCS,
    });
  });

  // An end is exclusive: a window with an end on a day ends at the beginning of that day.
  it('converts a day to its first instant, and times to UTC', () => {
    const window = normaliseEvent({ ...EVENT, starts_at: '2026-09-10T15:00:00+02:00', ends_at: '2026-12-09' }, null);
    expect(window).toMatchObject({
      startsAt: '2026-09-10T13:00:00.000Z',
      endsAt: '2026-12-09T00:00:00.000Z',
      precision: 'minute',
      source: null,
    });
  });

  it('keeps declared values', () => {
    const stated = { precision: 'month', status: 'tentative', block: 7, url: 'https://example.org' } as const;
    const raw = {
      ...EVENT,
      ...stated,
      type: 'phase',
      phase: 'Wave 2',
      starts_at: '2026-09-01',
      source: 'memory',
    } as const;
    expect(normaliseEvent(raw, DOCS)).toMatchObject({
      ...stated,
      phase: 'Wave 2',
      source: { kind: 'memory', url: null, at: null },
    });
  });
});
