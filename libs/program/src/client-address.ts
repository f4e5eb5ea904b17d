import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { memoized } from '@droptrack/resilience';

/**
 * Creates the function that returns the address of the client of a request, by the rule of Fastify's `request.ip`: the last one that no
 * trusted proxy has.
 */
export function clientAddresses(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  // Parsing takes longer than most of what is asked about an address. Neither the address of a connection nor the header has a line break.
  const behind = memoized((path) => {
    const [remoteAddress, forwarded] = path.split('\n');
    const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
    return proxyAddr.all(request as unknown as IncomingMessage, isTrusted).at(-1) ?? '';
  });
  return ({ socket, headers }) => behind(`${socket.remoteAddress ?? ''}\n${headers['x-forwarded-for'] ?? ''}`);
}
