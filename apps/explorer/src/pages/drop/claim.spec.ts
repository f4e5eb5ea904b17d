import { claimState } from './claim';
import { exampleEvent } from './testing';

const nowMs = Date.parse('2026-11-23T12:00:00.000Z');
const past = exampleEvent({ starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2026-02-01T00:00:00.000Z' });
const open = exampleEvent({ starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-01T00:00:00.000Z' });
const next = exampleEvent({ starts_at: '2027-01-01T00:00:00.000Z', ends_at: null, status: 'confirmed' });
const later = exampleEvent({ starts_at: '2027-06-01T00:00:00.000Z', ends_at: null, status: 'confirmed' });

describe('claimState', () => {
  it('prefers an open window, then the next one, then the one that closed last', () => {
    const older = exampleEvent({ ...past, ends_at: '2026-01-15T00:00:00.000Z' });
    expect(claimState([past, later, next, open], nowMs)).toEqual({ status: 'open', event: open });
    expect(claimState([past, later, next], nowMs)).toEqual({ status: 'not_open', event: next });
    expect(claimState([past, older], nowMs)).toEqual({ status: 'closed', event: past });
  });

  it('is open from the start to before the end, and without a known end from the start on', () => {
    const { starts_at: startsAt, ends_at: endsAt } = open;
    expect(claimState([open], Date.parse(startsAt)).status).toBe('open');
    expect(claimState([open], Date.parse(startsAt) - 1).status).toBe('not_open');
    expect(claimState([open], Date.parse(endsAt ?? '')).status).toBe('closed');
    expect(claimState([{ ...open, ends_at: null }], nowMs).status).toBe('open');
  });

  it('does not open at a date that was never confirmed', () => {
    expect(claimState([{ ...open, status: 'tentative' }], nowMs).status).toBe('not_open');
  });

  it('is unknown without a window, or with cancelled ones and other events only', () => {
    const others = [exampleEvent({ status: 'cancelled' }), exampleEvent({ type: 'tge' })];
    expect(claimState([], nowMs)).toEqual({ status: 'unknown', event: null });
    expect(claimState(others, nowMs)).toEqual({ status: 'unknown', event: null });
  });
});
