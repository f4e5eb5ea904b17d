import { eventDefinition as claim } from '../testing';
import { claimWindowAt, opensAt } from './claim-window';

const at = (text: string): number => Date.parse(`${text}T00:00:00.000Z`);
const day = (text: string): string => `${text}T00:00:00.000Z`;
const window = (key: string, from: string, to: string | null, over = {}) =>
  claim({ key, startsAt: day(from), endsAt: to === null ? null : day(to), ...over });
const shown = (events: ReturnType<typeof claim>[], atMs: number) => {
  const { status, event } = claimWindowAt({ events }, atMs);
  return [status, event?.key ?? null];
};

describe('one confirmed window', () => {
  const events = [window('a', '2026-03-01', '2026-06-01')];
  it.each([
    ['2026-02-28', 'not_open'],
    ['2026-03-01', 'open'],
    ['2026-05-31', 'open'],
    ['2026-06-01', 'expired'],
  ])('is on %s: %s', (text, status) => expect(shown(events, at(text))).toEqual([status, 'a']));

  // Windows of 2021 whose end no source states were shown as open in 2026.
  it('is open for a year without an end, and then unknown', () => {
    const endless = [window('a', '2026-03-01', null)];
    expect(shown(endless, at('2027-02-28'))).toEqual(['open', 'a']);
    expect(shown(endless, at('2027-03-01'))).toEqual(['unknown', 'a']);
  });
});

it('is unknown without a claim event, and with only cancelled ones', () => {
  expect(shown([], at('2026-03-01'))).toEqual(['unknown', null]);
  const cancelled = window('a', '2026-03-01', null, { status: 'cancelled' });
  expect(shown([cancelled, claim({ key: 't', type: 'tge' })], at('2026-03-02'))).toEqual(['unknown', null]);
});

it('is not open before a tentative window, and unknown from then on', () => {
  const events = [window('a', '2026-03-01', '2026-06-01', { status: 'tentative' })];
  expect(shown(events, at('2026-02-01'))).toEqual(['not_open', 'a']);
  expect(shown(events, at('2026-03-01'))).toEqual(['unknown', 'a']);
  // It may have been rescheduled or cancelled.
  expect(shown(events, at('2026-07-01'))).toEqual(['unknown', 'a']);
});

it('is unknown within the period of a start with the precision of a quarter', () => {
  const events = [window('a', '2026-04-01', '2026-12-01', { precision: 'quarter' })];
  expect(shown(events, at('2026-03-31'))).toEqual(['not_open', 'a']);
  expect(shown(events, at('2026-04-01'))).toEqual(['unknown', 'a']);
  expect(shown(events, at('2026-07-01'))).toEqual(['open', 'a']);
  expect(shown(events, at('2026-12-01'))).toEqual(['expired', 'a']);
  expect(opensAt(events[0]!)).toBeNull();
});

describe('of several windows', () => {
  const events = [
    window('past', '2026-01-01', '2026-02-01'),
    window('later', '2026-09-01', '2026-10-01'),
    window('first', '2026-03-01', '2026-05-01'),
    window('second', '2026-04-01', '2026-06-01'),
    window('long past', '2025-01-01', '2025-02-01'),
  ];
  it.each([
    ['2024-12-01', 'not_open', 'long past'],
    ['2025-03-01', 'not_open', 'past'],
    ['2026-02-15', 'not_open', 'first'],
    ['2026-03-15', 'open', 'first'],
    ['2026-04-15', 'open', 'second'],
    ['2026-07-01', 'not_open', 'later'],
    ['2026-11-01', 'expired', 'later'],
  ])('on %s the relevant one is %s: %s', (text, status, key) => expect(shown(events, at(text))).toEqual([status, key]));

  it('one that began over a year ago without an end is second to the next, and first to what has closed', () => {
    const endless = window('endless', '2025-01-01', null);
    const next = window('next', '2026-09-01', null);
    expect(shown([endless, next], at('2026-07-01'))).toEqual(['not_open', 'next']);
    expect(shown([endless, next], at('2026-10-01'))).toEqual(['open', 'next']);
    expect(shown([endless, window('past', '2026-01-01', '2026-02-01')], at('2026-07-01'))).toEqual([
      'unknown',
      'endless',
    ]);
  });

  it('one that may be open takes precedence over the next, a past one does not', () => {
    const tentative = window('perhaps', '2026-03-01', '2026-05-01', { status: 'tentative' });
    const next = window('next', '2026-09-01', null);
    expect(shown([next, tentative], at('2026-04-01'))).toEqual(['unknown', 'perhaps']);
    expect(shown([next, tentative], at('2026-06-01'))).toEqual(['not_open', 'next']);
    expect(shown([window('past', '2026-01-01', '2026-02-01'), tentative], at('2026-06-01'))).toEqual([
      'expired',
      'past',
    ]);
  });
});
