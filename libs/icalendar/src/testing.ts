import type { CalendarEvent } from '@droptrack/contracts';

/** Event of a test: a confirmed claim window of three months. */
export const calendarEvent = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'cal_e2e7b0fc4e304e18dbf4',
  drop: 'linea',
  drop_name: 'Linea',
  chain: 'linea',
  type: 'claim',
  title: 'Claim window',
  starts_at: '2026-09-10T13:00:00.000Z',
  ends_at: '2026-12-09T13:00:00.000Z',
  precision: 'minute',
  status: 'confirmed',
  block: null,
  phase: null,
  url: 'https://linea.example/claim',
  source: { kind: 'official', url: 'https://linea.example/blog', observed_at: '2026-08-01T00:00:00.000Z' },
  sequence: 3,
  updated_at: '2026-08-20T09:30:15.123Z',
  ...over,
});
