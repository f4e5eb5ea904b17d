import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * Creates the function that returns the address of the client of a request, by the rule of Fastify's `request.ip`: the last one that no
 * trusted proxy has.
 */
export function clientAddresses(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (request) => proxyAddr.all(request, isTrusted).at(-1) ?? '';
}
