import { WEBHOOK_LIMITS } from '@droptrack/contracts';
import { type Database, EndpointOverviews, type EndpointOverview } from '@droptrack/persistence';
import { nearMiss } from '@droptrack/program';
import { parseInstant } from '../catalogue/files/instants';
import { CliError, INVALID_ARGUMENT } from '../../output/cli-error';

const NEAR_SHOWN = 3;

/** @throws {CliError} `webhook_not_found`, with the nearest ids. */
export async function requireEndpoint(db: Database, id: string, nowMs: number): Promise<EndpointOverview> {
  const [endpoint] = await new EndpointOverviews(db).list({ id }, nowMs);
  if (endpoint !== undefined) return endpoint;
  const near = nearEndpoints(id, await new EndpointOverviews(db).listIds());
  const hint =
    near.length === 0 ? 'List the endpoints with: droptrack webhooks list' : `Did you mean ${near.join(' or ')}?`;
  throw new CliError('webhook_not_found', `There is no endpoint "${id}"`, { hint, details: { near } });
}

/** Ids with the given prefix, as ids are often copied truncated; else the id with the fewest typos. */
function nearEndpoints(written: string, ids: readonly string[]): string[] {
  const start = written.replace(/(…|\.\.\.)$/, '');
  const begun = start.length < 4 ? [] : ids.filter((id) => id.startsWith(start));
  if (begun.length > 0) return begun.slice(0, NEAR_SHOWN);
  const near = nearMiss(written, ids);
  return near === null ? [] : [near];
}

/** URL without query and fragment, which may contain a secret of the owner. */
export const showUrl = (url: string): string => url.replace(/[?#].*$/s, '');

/** An instant in `--json`. */
export const instant = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

/** An instant as text, to the second: `2026-11-21 05:04:03Z`. */
export const second = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;

const HOUR_MS = 3_600_000;
const BACK_MS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS };
const KEPT_MS = WEBHOOK_LIMITS.keptDays * 24 * HOUR_MS;
const CLOCK_SKEW_MS = 60_000;

/**
 * Parses the time range of a recovery.
 *
 * @param since, until - instants with a time zone, or ages: `90m`, `36h`, `2d`; `until` null means now.
 * @throws {CliError} for an invalid value, or a range that is empty or older than the retention of events.
 */
export function readSpan(
  { since, until }: { readonly since: string; readonly until: string | null },
  nowMs: number,
): { readonly sinceMs: number; readonly untilMs: number } {
  const sinceMs = readWhen('--since', since, nowMs);
  const untilMs = until === null ? nowMs : Math.min(nowMs, readWhen('--until', until, nowMs));
  if (sinceMs < nowMs - KEPT_MS - CLOCK_SKEW_MS) {
    throw new CliError(
      INVALID_ARGUMENT,
      `--since must be within the last ${WEBHOOK_LIMITS.keptDays} days, for which events are stored`,
    );
  }
  if (sinceMs > nowMs) throw new CliError(INVALID_ARGUMENT, '--since must not be in the future');
  if (untilMs <= sinceMs) throw new CliError(INVALID_ARGUMENT, '--until must be later than --since');
  return { sinceMs, untilMs };
}

function readWhen(option: string, text: string, nowMs: number): number {
  const [, number = '', unit = ''] = /^([0-9]{1,6})([mhd])$/.exec(text) ?? [];
  const backMs = BACK_MS[unit];
  if (backMs !== undefined) return nowMs - Number(number) * backMs;
  const atMs = text.includes('T') ? parseInstant(text) : null;
  if (atMs !== null) return atMs;
  throw new CliError(
    INVALID_ARGUMENT,
    `${option} must be an instant with a time zone, such as 2026-11-21T08:00:00Z, or an age, such as 90m, 36h or 2d`,
  );
}
