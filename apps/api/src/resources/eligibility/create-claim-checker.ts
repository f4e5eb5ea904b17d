import { ClaimChecker, HostBreakers } from '@droptrack/connectors';
import type { Logger } from 'pino';

/** Minimum interval between log lines about the same chain, in milliseconds. */
const LOG_INTERVAL_MS = 60_000;

/**
 * Creates the reader of claim states. Failures are logged by the name of the chain, at most once per minute and chain;
 * never with the RPC URL, which can contain a key, nor with the request.
 */
export function createClaimChecker(rpcUrls: ReadonlyMap<string, string>, logger: Logger): ClaimChecker {
  const monotonicMs = (): number => performance.now();
  const loggedAtMs = new Map<string, number>();
  return new ClaimChecker({
    rpcUrls,
    hosts: new HostBreakers({ monotonicMs, random: Math.random }),
    onFailure: (rpc, failure) => {
      if (monotonicMs() - (loggedAtMs.get(rpc) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return;
      loggedAtMs.set(rpc, monotonicMs());
      logger.warn({ rpc, failure }, 'claim state not available from the chain; responses contain null');
    },
  });
}
