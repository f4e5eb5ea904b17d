import { type BlockRanges, type ContractLog, type FinderLimits, SourceError } from '@droptrack/sources';
import { REQUESTS_ENOUGH } from './budget';

const RUN_TIMEOUT_MS = 120_000;

/** Limits of a finder of one chain. */
export const LIMITS: FinderLimits = {
  intervalMs: 60_000,
  timeoutMs: RUN_TIMEOUT_MS,
  requestsPerMinute: 300,
  requestsMax: 500,
};
/** Time of a run after which it begins no further block; the rest is left for the campaigns of the last one and for its end. */
export const READ_MS = RUN_TIMEOUT_MS / 2;

/** Time from the start of a run to that of the next one, in milliseconds. */
const cycleMs = (requests: number, elapsedMs: number): number =>
  Math.max(elapsedMs, (requests * 60_000) / LIMITS.requestsPerMinute) + LIMITS.intervalMs;

/**
 * Rejects a node that accepts fewer blocks in one request than it takes to follow its chain: the campaigns would be found later and
 * later.
 *
 * @throws {SourceError} `unable`, with both figures.
 */
export function assertFollows(chain: string, { rejected }: BlockRanges<ContractLog>, blockMs: number): void {
  const seconds = Math.round(cycleMs(REQUESTS_ENOUGH, 0) / 1_000);
  const grown = Math.ceil((seconds * 1_000) / blockMs);
  const needed = Math.ceil(grown / REQUESTS_ENOUGH);
  if (rejected === null || rejected > needed) return;
  throw new SourceError(
    'unable',
    `${chain}: the node rejects ${rejected} blocks in one request; more than ${needed} are needed to follow a chain that grows by ` +
      `${grown} in ${seconds} s, in ${REQUESTS_ENOUGH} requests`,
  );
}

/** Blocks and work of a run. */
export interface RunPace {
  readonly fromBlock: number;
  /** Last block that was read. */
  readonly upTo: number;
  /** Latest block of the chain. */
  readonly head: number;
  readonly blockMs: number;
  readonly requests: number;
  readonly elapsedMs: number;
}

/** Progress of a run that ended before the latest block, with the time that the rest takes at its pace; null for a complete run. */
export function progressOf(chain: string, { fromBlock, upTo, head, blockMs, ...work }: RunPace): string | null {
  if (upTo >= head) return null;
  const left = `${chain}: ${head - upTo} blocks are not read yet`;
  const perRunMs = cycleMs(work.requests, work.elapsedMs);
  const [read, grown] = [upTo - fromBlock + 1, Math.ceil(perRunMs / blockMs)];
  if (read <= grown) return `${left}: ${read} were read in a run, until whose successor the chain grows by ${grown}`;
  const minutes = Math.ceil((Math.ceil((head - upTo) / (read - grown)) * perRunMs) / 60_000);
  return `${left}, which takes about ${minutes} min`;
}
