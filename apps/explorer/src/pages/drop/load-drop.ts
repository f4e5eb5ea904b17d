import type { CalendarEvent, Drop, DropClaims, DropExplanation, HypeSeries, Page } from '@droptrack/contracts';
import { ApiError, type Droptrack, DroptrackError, NotFoundError, PlanRequiredError } from '@droptrack/sdk';
import { FAILURE_SENTENCES, failureOf } from '../../api/api-failure';
import { formatSeconds } from '../../parts/format';
import type { DropQuery } from './drop-query';

/** A part of the page that may fail alone: its data, or null and a sentence about the reason. */
export interface Part<T> {
  readonly data: T | null;
  readonly reason: string;
}

/** Data of the page. */
export interface DropData {
  /** State as of now. */
  readonly drop: Drop;
  /** State as of a past instant, if one was requested; null also while there is none. */
  readonly past: Part<Drop> | null;
  /** Null for a past instant, which has no explanation. */
  readonly explanation: Part<DropExplanation> | null;
  readonly hype: Part<HypeSeries>;
  /** Null for a past instant. */
  readonly claims: Part<DropClaims> | null;
  readonly events: Part<Page<CalendarEvent>>;
  /** Query that the parts belong to. */
  readonly query: DropQuery;
}

/** First day of the calendar of a drop: older than any event. */
const CALENDAR_START = '2009-01-01';
const EVENTS_MAX = 100;
/** Days with claims that are drawn: the first ones, on which most wallets claim. */
const CLAIM_DAYS = 100;

/**
 * Loads all parts at the same time. If there is no state of the requested instant, all parts are those of now.
 *
 * @throws {DroptrackError} if the drop itself cannot be loaded, such as an unknown or archived one.
 */
export async function loadDrop(client: Droptrack, id: string, query: DropQuery): Promise<DropData> {
  const data = await loadParts(client, id, query);
  if (data.past === null || data.past.data !== null) return data;
  const to = query.to === query.asOf ? null : query.to;
  return { ...(await loadParts(client, id, { ...query, asOf: null, to })), past: data.past };
}

async function loadParts(client: Droptrack, id: string, query: DropQuery): Promise<DropData> {
  const { window, to, asOf } = query;
  const [drop, past, explanation, hype, claims, events] = await Promise.all([
    client.drops.get(id),
    asOf === null ? null : partOf(client.drops.get(id, { as_of: asOf })),
    asOf === null ? partOf(client.drops.explain(id)) : null,
    partOf(client.drops.hype(id, { window, ...(to !== null && { to }) })),
    asOf === null ? partOf(client.drops.claims(id, { limit: CLAIM_DAYS })) : null,
    partOf(client.calendar.list({ drop: id, from: CALENDAR_START, limit: EVENTS_MAX })),
  ]);
  return { drop, past, explanation, hype, claims, events, query };
}

async function partOf<T>(response: PromiseLike<T>): Promise<Part<T>> {
  try {
    return { data: await response, reason: '' };
  } catch (error) {
    if (!(error instanceof DroptrackError)) throw error;
    return { data: null, reason: failureText(error) };
  }
}

function failureText(error: DroptrackError): string {
  if (error instanceof PlanRequiredError) return 'The plan of this explorer has no past states.';
  if (error instanceof NotFoundError) return 'The API has no state of the drop at that time.';
  if (error instanceof ApiError && error.status === 400) {
    const [violation] = error.errors;
    return violation === undefined ? error.detail : `The instant ${violation.detail}.`;
  }
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  const wait = seconds === null ? 'a few seconds' : formatSeconds(seconds);
  return `${FAILURE_SENTENCES[failureOf(error)]}. Reload the page in ${wait}.`;
}
