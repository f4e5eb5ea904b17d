import { marketShape } from '@droptrack/connectors';
import { type SourceHttp, SourceError, validResponse } from '@droptrack/sources';
import { z } from 'zod';

const SOURCE = 'Polymarket';
/** The documentation allows 500; the server sends at most 100. */
const PAGE_ITEMS = 100;
/** Ten times the open events of the tag. More of them are a list that does not end. */
export const PAGES_MAX = 40;
/** An event with ten markets has about 50 kB, mostly descriptions. */
const BODY_BYTES_MAX = 32 * 1_024 * 1_024;
const TIMEOUT_MS = 30_000;

const VOLUME_USD_MAX = 1e15;
const decimal = z
  .union([
    z.number().min(0),
    z
      .string()
      .regex(/^\d{1,20}(\.\d{1,40})?$/)
      .transform(Number),
  ])
  .pipe(z.number().max(VOLUME_USD_MAX));

const page = z.object({
  events: z.array(
    z.object({
      slug: z.string().nullish(),
      title: z.string().nullish(),
      closed: z.boolean().nullish(),
      endDate: z.string().nullish(),
      volume: decimal.nullish(),
      markets: z.array(z.unknown()).nullish(),
    }),
  ),
  /** Missing on the last page. */
  next_cursor: z.string().max(4_096).nullish(),
});

/** An event as listed; its markets are parsed by {@link marketsOf}, for events of interest only. */
export type ListedEvent = z.infer<typeof page>['events'][number];

const market = z
  .object({
    ...marketShape.shape,
    question: z.string().nullish(),
    groupItemTitle: z.string().nullish(),
    endDate: z.string().nullish(),
  })
  .refine(({ outcomes, outcomePrices }) => !outcomePrices || outcomePrices.length === outcomes.length, {
    path: ['outcomePrices'],
    error: 'another number of prices than of outcomes',
  });

/** Market of an event, with parsed outcomes and prices. */
export type EventMarket = z.infer<typeof market>;

/**
 * Open events with the tag `pre-market`, under which the launches of tokens are listed.
 *
 * @throws {SourceError} also if the list does not end within {@link PAGES_MAX} pages.
 */
export async function requestOpenEvents(url: string, http: SourceHttp): Promise<readonly ListedEvent[]> {
  const events: ListedEvent[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | null = null; cursors.size < PAGES_MAX;) {
    const query = new URLSearchParams({ tag_slug: 'pre-market', closed: 'false', limit: String(PAGE_ITEMS) });
    if (cursor !== null) query.set('after_cursor', cursor);
    const response = await http.json(`${url}/events/keyset?${query.toString()}`, {
      bodyBytesMax: BODY_BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
    });
    const body = response.kind === 'response' ? response.body : null;
    const { events: next, next_cursor: after } = validResponse(SOURCE, page, body);
    events.push(...next);
    if (!after) return events;
    if (cursors.has(after)) throw new SourceError('wrong_shape', `${SOURCE}: a page links to a former page`);
    cursors.add(after);
    cursor = after;
  }
  throw new SourceError('too_large', `${SOURCE}: more than ${PAGES_MAX} pages of events`);
}

/** @throws {SourceError} `wrong_shape` with the slug of the event and the path among its markets. */
export function marketsOf(event: ListedEvent): readonly EventMarket[] {
  return validResponse(`${SOURCE}, event ${event.slug}`, z.array(market), event.markets ?? []);
}
