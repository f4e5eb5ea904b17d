import { ClaimChecker, HostGates } from '@droptrack/connectors';
import type { Logger } from 'pino';

/** What goes wrong with a chain is told once in this long, milliseconds. */
const TELL_EVERY_MS = 60_000;

/**
 * Whom to ask whether wallets have claimed. What fails is logged by the chain's name, at most once a minute each;
 * never its address, which may carry a key, nor what was asked.
 */
export function createClaimChecker(rpcUrls: ReadonlyMap<string, string>, logger: Logger): ClaimChecker {
  const monotonicMs = (): number => performance.now();
  const toldAtMs = new Map<string, number>();
  return new ClaimChecker({
    rpcUrls,
    hosts: new HostGates({ monotonicMs, random: Math.random }),
    onFailure: (rpc, failure) => {
      if (monotonicMs() - (toldAtMs.get(rpc) ?? Number.NEGATIVE_INFINITY) < TELL_EVERY_MS) return;
      toldAtMs.set(rpc, monotonicMs());
      logger.warn({ rpc, failure }, 'a chain did not tell who has claimed: answers say null meanwhile');
    },
  });
}
