import type { SourceHealth } from './source.repository';

/** Maximum age of a worker's last report; workers report several times a minute. */
const REPORT_AGE_MS_MAX = 5 * 60_000;
/** Maximum lag of a poll; a longer one means that the request budget is too small. */
const LAG_MS_MAX = 60 * 60_000;

/**
 * State of a source: not used (`off`), needed by no drop (`unused`), used by no worker for a while (`unseen`), failing for
 * most drops (`failing`, or `blocked` if it is not available in the country of the worker), with a host that gets no requests
 * (`held_back`), polled late (`late`), or none of these (`ok`). A finder is never unused, and never late.
 */
export type SourceState = 'off' | 'unused' | 'unseen' | 'blocked' | 'failing' | 'held_back' | 'late' | 'ok';

/** Derives the state of a source from its health at an instant. */
export function sourceStateOf(
  { kind, offReason, drops, heldBack, failing, failures, lagMs, seenAtMs }: SourceHealth,
  atMs: number,
): SourceState {
  if (offReason !== null) return 'off';
  if (drops === 0 && kind === 'poll') return 'unused';
  if (atMs - seenAtMs > REPORT_AGE_MS_MAX) return 'unseen';
  // A wrong name of one drop among many says nothing about the source.
  if (failing > drops / 2) return isBlocked(failures) ? 'blocked' : 'failing';
  if (heldBack.length > 0) return 'held_back';
  return kind === 'poll' && lagMs > LAG_MS_MAX ? 'late' : 'ok';
}

const isBlocked = (failures: SourceHealth['failures']): boolean =>
  failures.length > 0 && failures.every(({ kind }) => kind === 'blocked');

/** Sources whose address the operator sets, which may be in the same network. */
const OWN = ['evm', 'claims', 'farcaster', 'evm-campaigns', 'discourse', 'rotki-index'];
/** Failures before any response: of names, connections, and of hosts that get no requests after such failures. */
const CONNECTION_FAILURES = ['network', 'timeout', 'down'];
/** Fewer could be down by themselves. */
const PARTIES_MIN = 3;

/**
 * True if no public source can be reached, although workers ask several: this network has no way out to the internet. Then
 * their single failures say nothing about them.
 */
export function hasNoWayOut(sources: readonly SourceHealth[]): boolean {
  const asked = sources
    .filter(({ kind, offReason, drops }) => kind !== 'list' && offReason === null && (drops > 0 || kind === 'find'))
    .filter(({ id, failedAtMs, answeredAtMs }) => {
      return !OWN.includes(id.split('/')[0] ?? id) && (failedAtMs !== null || answeredAtMs !== null);
    });
  return asked.length >= PARTIES_MIN && asked.every(isUnreached);
}

const isUnreached = ({ answeredAtMs, failedAtMs, failureKind }: SourceHealth): boolean =>
  failedAtMs !== null &&
  (answeredAtMs === null || answeredAtMs < failedAtMs) &&
  CONNECTION_FAILURES.includes(failureKind ?? '');
