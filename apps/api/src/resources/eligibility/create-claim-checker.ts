import { ClaimChecker, type ClaimFailure, ClaimNodes, type ClaimUrls } from '@droptrack/claims';
import { HostBreakers, HostNotices } from '@droptrack/sources';
import type { Logger } from 'pino';
import { onceAMinute } from '../../platform/logging/once-a-minute';

/**
 * Creates the reader of claim states. Failures are logged by the name of the chain, at most once per minute and chain;
 * never with the RPC URL, which can contain a key, nor with the request.
 */
export function createClaimChecker(urls: ClaimUrls, logger: Logger): ClaimChecker {
  const monotonicMs = (): number => performance.now();
  const reports = new Map(
    [...urls.rpcUrls.keys(), ...(urls.solanaRpcUrls?.keys() ?? [])].map((rpc) => {
      const report = (failure: ClaimFailure): void =>
        logger.warn({ rpc, failure }, 'claim state not available from the chain; responses contain null');
      return [rpc, onceAMinute(monotonicMs, report)];
    }),
  );
  return new ClaimChecker({
    ...urls,
    hosts: new HostBreakers({ monotonicMs, random: Math.random }, noticesOf(logger)),
    onFailure: (rpc, failure) => reports.get(rpc)?.(failure),
  });
}

/** Creates the nodes by which claims are prepared, with limits of their own: a claim in preparation must not hold up checks. */
export function createClaimNodes(
  { rpcUrls: evm, solanaRpcUrls = new Map() }: ClaimUrls,
  nowMs: () => number,
): ClaimNodes {
  const monotonicMs = (): number => performance.now();
  // Nodes state their chain, so that a name of both kinds leads to no call of the other one.
  const rpcUrls = new Map([...solanaRpcUrls, ...evm]);
  return new ClaimNodes({ rpcUrls, nowMs, monotonicMs, hosts: new HostBreakers({ monotonicMs, random: Math.random }) });
}

/** Announcements of nodes, each logged once; hosts have no key, as URLs can. */
const noticesOf = (logger: Logger): HostNotices =>
  new HostNotices(({ host, text, sunsetAtMs }) => {
    const sunset = sunsetAtMs === null ? {} : { sunsetAt: new Date(sunsetAtMs).toISOString() };
    logger.warn({ host, notice: text, ...sunset }, 'a node announces a change of its API');
  });
