import { renderPage } from '../../testing';
import { claimWindowOf } from './claim-window';
import { dropPage } from './drop-page';
import { calendarOf, exampleDrop, exampleEvent, exampleExplanation, exampleSeries } from './testing';

const nowMs = Date.parse('2026-11-23T12:00:00.000Z');
const past = exampleEvent({ starts_at: '2026-01-01T00:00:00.000Z', ends_at: '2026-02-01T00:00:00.000Z' });
const open = exampleEvent({ starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-01T00:00:00.000Z' });
const next = exampleEvent({ starts_at: '2027-01-01T00:00:00.000Z', ends_at: null, status: 'confirmed' });
const later = exampleEvent({ starts_at: '2027-06-01T00:00:00.000Z', ends_at: null, status: 'confirmed' });
const tentative = exampleEvent({ ...open, status: 'tentative' });
const quarter = exampleEvent({
  starts_at: '2026-10-01T00:00:00.000Z',
  ends_at: null,
  precision: 'quarter',
  status: 'confirmed',
});

describe('claimWindowOf', () => {
  it('prefers an open window, then the next one, then the one that closed last', () => {
    const older = exampleEvent({ ...past, ends_at: '2026-01-15T00:00:00.000Z' });
    expect(claimWindowOf([past, later, next, open], nowMs)).toEqual({ status: 'open', event: open });
    expect(claimWindowOf([past, later, next], nowMs)).toEqual({ status: 'not_open', event: next });
    expect(claimWindowOf([past, older], nowMs)).toEqual({ status: 'expired', event: past });
  });

  it('selects the open window that closes last', () => {
    const longer = exampleEvent({ ...open, ends_at: '2027-12-01T00:00:00.000Z' });
    expect(claimWindowOf([open, longer], nowMs).event).toBe(longer);
  });

  it('is open from the start to before the end, and without a known end from the start on', () => {
    const { starts_at: startsAt, ends_at: endsAt } = open;
    expect(claimWindowOf([open], Date.parse(startsAt)).status).toBe('open');
    expect(claimWindowOf([open], Date.parse(startsAt) - 1).status).toBe('not_open');
    expect(claimWindowOf([open], Date.parse(endsAt ?? '')).status).toBe('expired');
    expect(claimWindowOf([{ ...open, ends_at: null }], nowMs).status).toBe('open');
  });

  it('does not open at a date that was never confirmed, or within a period without a known day', () => {
    expect(claimWindowOf([tentative], nowMs)).toEqual({ status: 'unknown', event: tentative });
    expect(claimWindowOf([quarter], nowMs)).toEqual({ status: 'unknown', event: quarter });
  });

  it('is unknown without a window, or with cancelled ones and other events only', () => {
    const others = [exampleEvent({ status: 'cancelled' }), exampleEvent({ type: 'tge' })];
    expect(claimWindowOf([], nowMs)).toEqual({ status: 'unknown', event: null });
    expect(claimWindowOf(others, nowMs)).toEqual({ status: 'unknown', event: null });
  });
});

describe('the claim state on the page of a drop', () => {
  it.each([
    [open, 'Claim Open until Dec 1, 2026, 00:00 UTC , in 7 days'],
    [{ ...open, ends_at: null }, 'Claim Open since Nov 1, 2026, 00:00 UTC ; no end is known'],
    [
      { ...open, starts_at: '2025-11-01T00:00:00.000Z', ends_at: null },
      'Claim Unknown opened Nov 1, 2025, 00:00 UTC , over a year ago; no end is known',
    ],
    [past, 'Claim Closed since Feb 1, 2026, 00:00 UTC'],
    [next, 'Claim Not open opens Jan 1, 2027, 00:00 UTC'],
    [tentative, 'Claim Unknown expected Nov 1, 2026, 00:00 UTC , not confirmed'],
    [quarter, 'Claim Unknown opens some time in Q4 2026'],
  ])('has the words of case %#', async (event, words) => {
    const { text } = await renderPage(dropPage, {
      url: '/drops/linea',
      params: { id: 'linea' },
      responses: {
        'GET /v1/drops/linea': exampleDrop(),
        'GET /v1/drops/linea/explain': exampleExplanation(),
        'GET /v1/drops/linea/hype': exampleSeries(),
        'GET /v1/calendar': calendarOf(event),
      },
    });
    expect(text).toContain(words);
    expect(text).not.toContain('occurred');
  });
});
