import { type Database, SourceRepository, type SourceHealth } from '@droptrack/persistence';
import { count } from '../output/count';
import { span } from '../output/span';
import { type Finding, ok, warn } from './finding';

/** A worker looks after its sources several times a minute, in milliseconds. */
const SEEN_MS_MAX = 5 * 60_000;
/** A poll that waits longer than this waits for more than its turn, in milliseconds. */
const LAG_MS_MAX = 60 * 60_000;

/** How each source of signals does, as the workers noted it. Nothing is asked of a source. */
export async function checkSources(db: Database, nowMs: () => number): Promise<Finding[]> {
  const atMs = nowMs();
  const sources = await new SourceRepository(db).readHealth(atMs);
  if (sources.length === 0) {
    return [warn('sources', 'No worker has ever looked after sources of signals', 'Start the worker: npm start does.')];
  }
  return sources.map((source) => checkSource(source, atMs));
}

/** Exported for its test. */
export function checkSource(source: SourceHealth, atMs: number): Finding {
  const check = `source ${source.id}`;
  const { offReason, drops, heldBack, failing, lagMs, seenAtMs } = source;
  if (offReason !== null) return describeOff(check, source);
  const message = describe(source, atMs);
  if (drops === 0) return ok(check, message);
  if (atMs - seenAtMs > SEEN_MS_MAX) {
    return warn(
      check,
      message,
      `No worker has looked after it for ${span(atMs - seenAtMs)}: start one, npm start does.`,
    );
  }
  // One drop of many whose name is wrong is told, and is not the source's fault.
  if (heldBack.length > 0 || failing > drops / 2) {
    return warn(
      check,
      message,
      ADVICE[source.failures[0]?.kind ?? ''] ?? 'Scores go on without it: its signals age, and are missing at last.',
    );
  }
  if (lagMs > LAG_MS_MAX)
    return warn(check, message, 'It allows too few requests for so many drops; a key may raise that.');
  return ok(check, message);
}

/** Off by choice is well; off for want of something is worth knowing where a drop would be asked about. */
function describeOff(check: string, { offReason, drops }: SourceHealth): Finding {
  const message = `off: ${offReason}`;
  if (drops === 0 || offReason?.startsWith('SOURCES_OFF')) return ok(check, message);
  return warn(
    check,
    `${message}; ${count(drops, 'drop')} would be asked about`,
    'Set it for the worker (.env.example tells how), or leave it: its signals are missing.',
  );
}

const ADVICE: Readonly<Record<string, string>> = {
  query: 'Correct what the drop’s file states below `sources`.',
  not_found: 'Correct what the drop’s file states below `sources`: the source knows nothing of that name.',
  unauthorized: 'Check the key that the worker is given for it.',
  rate_limited: 'It wants fewer requests; the worker waits as long as it is told. A key may raise the limit.',
  internal: 'This is a fault of Droptrack: look at the worker’s log, and report it.',
};

function describe(source: SourceHealth, atMs: number): string {
  const { drops, lagMs, answeredAtMs, failedAtMs, failureKind, failure, budgetLeft, requestsPerMinute } = source;
  const parts = [
    answeredAtMs === null ? 'never answered' : `answered ${span(atMs - answeredAtMs)} ago`,
    `${count(drops, 'drop')}${failingOf(source)}`,
    `lag ${span(lagMs)}`,
    `budget ${budgetLeft} now, ${requestsPerMinute} a minute`,
    breakerOf(source, atMs),
  ];
  if (failedAtMs !== null) parts.push(`last error ${span(atMs - failedAtMs)} ago (${failureKind}): ${failure}`);
  return parts.join('; ');
}

/** The drops about which the last poll failed, the first few by name. */
function failingOf({ failing, failures }: SourceHealth): string {
  if (failing === 0) return '';
  const named = failures.map(({ dropId, kind }) => `${dropId} ${kind}`);
  return `, ${failing} failing (${[...named, ...(failing > named.length ? ['…'] : [])].join(', ')})`;
}

const BREAKER_WORDS: Readonly<Record<string, string>> = {
  open: 'failed too often',
  half_open: 'is being tried',
  left_alone: 'asked to be left alone',
};

function breakerOf({ heldBack }: SourceHealth, atMs: number): string {
  if (heldBack.length === 0) return 'breaker closed';
  const [first] = heldBack;
  const more = heldBack.length > 1 ? ` and ${count(heldBack.length - 1, 'host')} more` : '';
  const waitMs = Math.max(0, (first?.retryAtMs ?? atMs) - atMs);
  return `breaker open: ${first?.host} ${BREAKER_WORDS[first?.state ?? ''] ?? first?.state}, asked again in ${span(waitMs)}${more}`;
}
