import {
  type AnnouncedNotice,
  type Database,
  hasNoWayOut,
  CLAIM_SOURCE,
  PRICE_SOURCE,
  readDiscoveryHealth,
  type SourceHealth,
  SourceRepository,
  sourceStateOf,
} from '@droptrack/persistence';
import { count, span } from '../../../output/format';
import { type Finding, ok, warn } from './finding';

/**
 * Health of sources and finders, as recorded by the workers. Sends no request to a source. Without a way out to the internet
 * that is one finding: the failures of each source say nothing then.
 */
export async function checkOutside(db: Database, nowMs: () => number): Promise<Finding[]> {
  const atMs = nowMs();
  const sources = await new SourceRepository(db).readHealth(atMs);
  const candidates = sources.some(({ kind }) => kind === 'find') ? await checkCandidates(db) : [];
  return [...describeOutside(sources, atMs), ...candidates];
}

/** Findings by the health at an instant; one if no worker has polled a source. */
export function describeOutside(sources: readonly SourceHealth[], atMs: number): Finding[] {
  const shown = sources.filter(({ kind }) => kind !== 'list').sort((a, b) => rankOf(a) - rankOf(b));
  const findings = shown.map((source) => checkSource(source, atMs));
  if (!shown.some(({ kind }) => kind === 'poll')) {
    findings.unshift(warn('sources', 'No worker has polled a source yet', 'Start the worker: npm start.'));
  }
  const notices = sources.flatMap((source) => checkNotices(nameOf(source), source.notices, atMs));
  if (!hasNoWayOut(sources)) return [...findings, ...notices];
  const { failure } = shown.find((each) => each.offReason === null && each.failure !== null) ?? {};
  const message = `There is no way out to the internet: no source and no finder can be reached (${failure ?? 'no reason'})`;
  return [warn('internet', message, NO_WAY_OUT), ...findings.filter(({ state }) => state === 'ok'), ...notices];
}

const rankOf = ({ kind }: SourceHealth): number => (kind === 'poll' ? 0 : 1);

/** Name of a check. */
const nameOf = ({ kind, id }: SourceHealth): string => (kind === 'find' ? `finder ${id}` : `source ${id}`);

const NO_WAY_OUT =
  'Check network, name servers and firewall of the worker. Without the internet on purpose, set SOURCES_OFF=all; scores then ' +
  'use what is recorded.';

/** Finding of one source or finder. Exported for its test. */
export function checkSource(source: SourceHealth, atMs: number): Finding {
  const [check, isFinder] = [nameOf(source), source.kind === 'find'];
  if (source.offReason !== null) return describeOff(check, source);
  const message = isFinder ? describeFinder(source, atMs) : describe(source, atMs);
  const [kind] = source.failures.map((each) => each.kind);
  switch (sourceStateOf(source, atMs)) {
    case 'unseen':
      return warn(
        check,
        message,
        `No worker has ${isFinder ? 'run' : 'polled'} it for ${span(atMs - source.seenAtMs)}. Start a worker: npm start.`,
      );
    case 'blocked':
    case 'failing':
    case 'held_back':
      return warn(
        check,
        message,
        (isFinder ? FINDER_ADVICE : source.id === CLAIM_SOURCE ? CLAIM_ADVICE : ADVICE)[kind ?? ''] ?? adviceOf(source),
      );
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
function describeOff(check: string, { kind, offReason, drops }: SourceHealth): Finding {
  const message = `off: ${offReason}`;
  if (kind === 'find' || drops === 0 || offReason?.startsWith('SOURCES_OFF')) return ok(check, message);
  return warn(
    check,
    `${message}; used by ${count(drops, 'drop')}`,
    'Set it for the worker (see .env.example), or ignore this: the signals of this source are then missing.',
  );
}

function adviceOf({ kind, id, failing }: SourceHealth): string {
  if (kind === 'find') return failing > 0 ? 'It is retried; until then its drops are not found.' : 'It is retried.';
  if (id === CLAIM_SOURCE)
    return 'Checks ask a node for what the ledgers do not decide, and figures of claims are those of the last reading.';
  return id === PRICE_SOURCE
    ? 'Observed prices are used for 24 hours; then the values that follow from them are unknown.'
    : 'Hype is computed without it: its readings age, and its signals are missing once they expire.';
}

const ADVICE: Readonly<Record<string, string>> = {
  query: 'Correct `sources` in the catalogue file of the drop.',
  not_found: 'Correct `sources` in the catalogue file of the drop: the source does not know that name.',
  blocked: 'It is not available in the country of the worker: run the worker elsewhere, or turn it off in SOURCES_OFF.',
  unauthorized: 'Check the API key of this source in the environment of the worker.',
  unable:
    'Use a node or a plan with higher limits; the message states what is needed. It is checked again once an interval.',
  rate_limited: 'The source limits requests; the worker backs off as requested. An API key may raise the limit.',
  internal: 'This is a bug in Droptrack: see the log of the worker, and report it.',
};

const CLAIM_ADVICE: Readonly<Record<string, string>> = {
  ...ADVICE,
  not_found:
    'Correct `claim` in the catalogue file of the drop, or name a node of its chain in EVM_RPC_URLS or SOLANA_RPC_URLS.',
  wrong_shape:
    'Correct `claim.check` in the catalogue file of the drop: the contract is of another style. Otherwise use another node.',
};

const FINDER_ADVICE: Readonly<Record<string, string>> = {
  not_found: 'Check its URL in the environment of the worker: the source does not know the address.',
  blocked: 'It is not available in the country of the worker: run the worker elsewhere, or turn it off in FINDERS_OFF.',
  unauthorized: 'Check its URL or API key in the environment of the worker.',
  exhausted: 'The source returns more than one run may read; DISCOVERY_LOOKBACK_DAYS shortens the first run.',
  wrong_shape: 'The source has changed its responses: look for a newer version of Droptrack.',
  internal: 'This is a bug in Droptrack: see the log of the worker, and report it.',
};

function describeFinder(source: SourceHealth, atMs: number): string {
  const { answeredAtMs, failing, failuresInRow, failureKind, failure, heldBack, dueAtMs } = source;
  const last = answeredAtMs === null ? 'no success yet' : `last success ${span(atMs - answeredAtMs)} ago`;
  const next = `next run in ${span(Math.max(0, (dueAtMs ?? atMs) - atMs))}`;
  if (sourceStateOf(source, atMs) === 'unseen') return last;
  if (failing > 0) {
    return `${last}; ${count(failuresInRow, 'failure')} since then, ${next}; last error (${failureKind}): ${failure}`;
  }
  const [host] = heldBack;
  return host === undefined ? `${last}; ${next}` : `${last}; ${host.host} is held back, ${next}`;
}

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

/** Age from which a host has stopped to announce it; each source and finder is asked at least once a day. */
const AGE_MS_MAX = 2 * 86_400_000;
const NOTICE_ADVICE =
  'Look for a newer version of Droptrack, and report it if this is the newest: the source will stop to respond.';

/** Announcements of the hosts of a source or finder, each as a finding. */
export function checkNotices(check: string, notices: readonly AnnouncedNotice[], atMs: number): Finding[] {
  return notices
    .filter(({ seenAtMs }) => atMs - seenAtMs <= AGE_MS_MAX)
    .map((notice) => warn(check, describeNotice(notice, atMs), NOTICE_ADVICE));
}

/** Announcement of a host in one line. */
export function describeNotice(
  { host, text, sunsetAtMs }: Pick<AnnouncedNotice, 'host' | 'text' | 'sunsetAtMs'>,
  atMs: number,
): string {
  const parts = [text, sunsetAtMs === null ? '' : describeSunset(sunsetAtMs, atMs)].filter((part) => part !== '');
  return `${host} announces: ${parts.join('; ')}`;
}

function describeSunset(sunsetAtMs: number, atMs: number): string {
  const day = new Date(sunsetAtMs).toISOString().slice(0, 10);
  return sunsetAtMs > atMs ? `ends on ${day}` : `ended on ${day}, and may stop at any time`;
}

/** Findings about candidates, lists of campaigns and accepted drops, as recorded by the workers. */
async function checkCandidates(db: Database): Promise<Finding[]> {
  const { heldBack, lists, goneDrops } = await readDiscoveryHealth(db);
  const findings: Finding[] = [];
  for (const { source, sightings } of heldBack) {
    const message = `${count(sightings, 'sighting')} of ${source} wait for a candidate`;
    findings.push(
      warn('candidates', message, 'They get one on a later day; DISCOVERY_NEW_PER_DAY sets the limit per day.'),
    );
  }
  const { rejected = 0, unavailable = 0, ...others } = lists;
  const checked = Object.values(others).reduce((sum, each) => sum + each, rejected + unavailable);
  if (checked > 0) {
    const message = `${count(checked, 'campaign')}; lists: ${rejected} rejected, ${unavailable} unavailable`;
    const advice =
      'They are fetched again. Public gateways are for tests: IPFS_GATEWAYS names a node of your own or a dedicated gateway.';
    findings.push(unavailable > 0 ? warn('campaign lists', message, advice) : ok('campaign lists', message));
  }
  if (goneDrops.length > 0) {
    const message = `The sources no longer have ${count(goneDrops.length, 'accepted drop')}: ${goneDrops.slice(0, 5).join(', ')}`;
    findings.push(
      warn('gone drops', message, 'Check them: droptrack discover list; remove a drop that does not exist.'),
    );
  }
  return findings;
}
