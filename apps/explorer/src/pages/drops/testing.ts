import type { CalendarEvent, ListedDrop } from '@droptrack/contracts';
import { type RenderedPage, renderPage } from '../../testing';
import { exampleDrop, unknownDrop } from '../drop/testing';
import { dropsPage } from './drops-page';

const AS_OF = '2026-11-23T11:59:59.000Z';
const nowMs = Date.parse('2026-11-23T12:00:00.000Z');

/** Complete body of a drop. */
export const drop = (over: Partial<ListedDrop> = {}): ListedDrop => ({
  ...exampleDrop(),
  snapshot: { block: 21_450_000, date: '2026-12-10T00:00:00.000Z' },
  updated_at: '2026-11-23T09:58:41.123Z',
  ...over,
});
/** The same with its scores, as a list contains it. */
const listed = drop({ hype_scores_7d: [60, null, 65] });
/** Body of a drop without any known value. */
export const UNKNOWN_DROP = { ...unknownDrop(), id: 'dim', name: 'Dim' };

/** A window that is open. */
export const event = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: `cal_${String(over.title ?? 'claim').padEnd(20, '0')}`,
  drop: 'linea',
  drop_name: 'Linea',
  chain: 'linea',
  type: 'claim',
  title: 'Claim window',
  starts_at: '2026-11-01T00:00:00.000Z',
  ends_at: '2026-11-26T13:00:00.000Z',
  precision: 'minute',
  status: 'occurred',
  block: null,
  phase: null,
  url: null,
  source: null,
  sequence: 0,
  updated_at: '2026-11-01T00:00:00.000Z',
  ...over,
});

/** Body of a list. */
export const page = <T>(data: T[], next_cursor: string | null = null) => ({
  data,
  has_more: next_cursor !== null,
  next_cursor,
  as_of: AS_OF,
});
interface World {
  readonly url?: string;
  readonly drops?: object;
  readonly events?: object;
  readonly responses?: Readonly<Record<string, object>>;
}
/** Renders the list of drops over a fake API. */
export const render = ({
  url = '/',
  drops = page([listed]),
  events = page([]),
  responses = {},
}: World): Promise<RenderedPage> =>
  renderPage(dropsPage, {
    url,
    nowMs,
    responses: {
      'GET /v1/drops': drops,
      'GET /v1/calendar': events,
      ...responses,
    },
  });
