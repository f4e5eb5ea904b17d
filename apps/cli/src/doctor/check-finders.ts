import {
  type Database,
  type FinderHealth,
  FinderRepository,
  finderStateOf,
  readDiscoveryHealth,
} from '@droptrack/persistence';
import { count, span } from '../output/format';
import { type Finding, ok, warn } from './finding';

/** Health of each finder and of the lists of campaigns, as recorded by the workers. Sends no request to a source. */
export async function checkFinders(db: Database, nowMs: () => number): Promise<Finding[]> {
  const atMs = nowMs();
  const finders = await new FinderRepository(db).readHealth(atMs);
  if (finders.length === 0) return [];
  const { heldBack, lists, goneDrops } = await readDiscoveryHealth(db);
  const findings = finders.map((finder) => checkFinder(finder, atMs));
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
    const advice = 'Unavailable lists are fetched again; IPFS_GATEWAYS names further gateways.';
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

/** Exported for its test. */
export function checkFinder(finder: FinderHealth, atMs: number): Finding {
  const check = `finder ${finder.id}`;
  const { offReason, failures, failureKind, failure, answeredAtMs, seenAtMs, heldBack, dueAtMs } = finder;
  if (offReason !== null) return ok(check, `off: ${offReason}`);
  const last = answeredAtMs === null ? 'no success yet' : `last success ${span(atMs - answeredAtMs)} ago`;
  const state = finderStateOf(finder, atMs);
  if (state === 'unseen') {
    return warn(check, last, `No worker has run it for ${span(atMs - seenAtMs)}. Start a worker: npm start.`);
  }
  const next = `next run in ${span(Math.max(0, dueAtMs - atMs))}`;
  if (state === 'failing') {
    const message = `${last}; ${count(failures, 'failure')} since then, ${next}; last error (${failureKind}): ${failure}`;
    return warn(check, message, ADVICE[failureKind ?? ''] ?? 'It is retried; until then its drops are not found.');
  }
  const [host] = heldBack;
  if (host !== undefined) return warn(check, `${last}; ${host.host} is held back, ${next}`, 'It is retried.');
  return ok(check, `${last}; ${next}`);
}

const ADVICE: Readonly<Record<string, string>> = {
  not_found: 'Check its URL in the environment of the worker: the source does not know the address.',
  unauthorized: 'Check its URL or API key in the environment of the worker.',
  rate_limited: 'The source limits requests; the worker backs off as requested.',
  exhausted: 'The source returns more than one run may read; DISCOVERY_LOOKBACK_DAYS shortens the first run.',
  wrong_shape: 'The source has changed its responses: look for a newer version of Droptrack.',
  internal: 'This is a bug in Droptrack: see the log of the worker, and report it.',
};
