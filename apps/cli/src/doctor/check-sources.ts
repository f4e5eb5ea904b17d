import {
  type Database,
  PRICE_SOURCE,
  SourceRepository,
  type SourceHealth,
  sourceStateOf,
} from '@droptrack/persistence';
import { count, span } from '../output/format';
import { type Finding, ok, warn } from './finding';

/** Health of each source, as recorded by the workers. Sends no request to a source. */
export async function checkSources(db: Database, nowMs: () => number): Promise<Finding[]> {
  const atMs = nowMs();
  const sources = await new SourceRepository(db).readHealth(atMs);
  if (sources.length === 0) {
    return [warn('sources', 'No worker has polled a source yet', 'Start the worker: npm start.')];
  }
  return sources.map((source) => checkSource(source, atMs));
}

/** Exported for its test. */
export function checkSource(source: SourceHealth, atMs: number): Finding {
  const check = `source ${source.id}`;
  if (source.offReason !== null) return describeOff(check, source);
  const message = describe(source, atMs);
  switch (sourceStateOf(source, atMs)) {
    case 'unseen':
      return warn(
        check,
        message,
        `No worker has polled it for ${span(atMs - source.seenAtMs)}. Start a worker: npm start.`,
      );
    case 'failing':
    case 'held_back':
      return warn(check, message, ADVICE[source.failures[0]?.kind ?? ''] ?? adviceOf(source));
    case 'late':
      return warn(
        check,
        message,
        'The rate limit of the source is too low for this number of drops; an API key may raise it.',
      );
    default:
      return ok(check, message);
  }
}

/** A source that is off by choice is fine; one that is off because a setting is missing matters if a drop uses it. */
function describeOff(check: string, { offReason, drops }: SourceHealth): Finding {
  const message = `off: ${offReason}`;
  if (drops === 0 || offReason?.startsWith('SOURCES_OFF')) return ok(check, message);
  return warn(
    check,
    `${message}; used by ${count(drops, 'drop')}`,
    'Set it for the worker (see .env.example), or ignore this: the signals of this source are then missing.',
  );
}

const adviceOf = ({ id }: SourceHealth): string =>
  id === PRICE_SOURCE
    ? 'Observed prices are used for 24 hours; then the values that follow from them are unknown.'
    : 'Hype is computed without it: its readings age, and its signals are missing once they expire.';

const ADVICE: Readonly<Record<string, string>> = {
  query: 'Correct `sources` in the catalogue file of the drop.',
  not_found: 'Correct `sources` in the catalogue file of the drop: the source does not know that name.',
  unauthorized: 'Check the API key of this source in the environment of the worker.',
  rate_limited: 'The source limits requests; the worker backs off as requested. An API key may raise the limit.',
  internal: 'This is a bug in Droptrack: see the log of the worker, and report it.',
};

function describe(source: SourceHealth, atMs: number): string {
  const { drops, lagMs, answeredAtMs, failedAtMs, failureKind, failure, budgetLeft, requestsPerMinute } = source;
  const parts = [
    answeredAtMs === null ? 'no response yet' : `last response ${span(atMs - answeredAtMs)} ago`,
    `${count(drops, 'drop')}${failingOf(source)}`,
    `lag ${span(lagMs)}`,
    `budget ${budgetLeft} now, ${requestsPerMinute} per minute`,
    breakerOf(source, atMs),
  ];
  if (failedAtMs !== null) parts.push(`last error ${span(atMs - failedAtMs)} ago (${failureKind}): ${failure}`);
  return parts.join('; ');
}

/** Drops whose last poll failed, the first few by name. */
function failingOf({ failing, failures }: SourceHealth): string {
  if (failing === 0) return '';
  const named = failures.map(({ dropId, kind }) => `${dropId} ${kind}`);
  return `, ${failing} failing (${[...named, ...(failing > named.length ? ['…'] : [])].join(', ')})`;
}

const BREAKER_WORDS: Readonly<Record<string, string>> = {
  open: 'failed repeatedly',
  half_open: 'is being probed',
  left_alone: 'sent Retry-After',
};

function breakerOf({ heldBack }: SourceHealth, atMs: number): string {
  if (heldBack.length === 0) return 'breaker closed';
  const [first] = heldBack;
  const more = heldBack.length > 1 ? ` and ${count(heldBack.length - 1, 'host')} more` : '';
  const waitMs = Math.max(0, (first?.retryAtMs ?? atMs) - atMs);
  return `breaker open: ${first?.host} ${BREAKER_WORDS[first?.state ?? ''] ?? first?.state}, next request in ${span(waitMs)}${more}`;
}
