import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { clientNetwork } from '@droptrack/resilience';

const CONSEQUENCE =
  'every client counts as this machine, so that keys that do not work are not limited; set TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1';

/**
 * Reports a proxy on this machine that `TRUSTED_PROXIES` does not name (loopback addresses are exempt from the limit of
 * failed keys): at start if only such a proxy can be in front, and once at the first request that one passed on.
 *
 * @returns function that inspects each request; null if there is nothing to detect.
 */
export function watchForProxies(
  { host, publicUrl, trustedProxies }: Config['http'],
  logger: Logger,
): ((request: IncomingMessage) => void) | null {
  if (trustedProxies.length > 0) return null;
  if (isLoopback(host) && !isLoopback(new URL(publicUrl).hostname)) {
    logger.warn(`HOST is ${host} and PUBLIC_URL is not, so a proxy on this machine is in front: ${CONSEQUENCE}`);
  }
  let isReported = false;
  return ({ headers, socket }) => {
    if (isReported || (headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined)) return;
    if (!isLoopback(socket.remoteAddress ?? '')) return;
    isReported = true;
    logger.warn(`a proxy on this machine passes requests on: ${CONSEQUENCE}`);
  };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || clientNetwork(host.replace(/^\[|\]$/g, '')) === null;
