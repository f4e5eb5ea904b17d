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
  const behind = memoized((path) => {
    const [remoteAddress = '', forwarded] = path.split(SEPARATOR);
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return proxyAddr.all({ socket: { remoteAddress }, headers } as unknown as IncomingMessage, isTrusted).at(-1) ?? '';
  });
  return ({ socket, headers: { 'x-forwarded-for': forwarded } }) => {
    const path = forwarded === undefined ? [socket.remoteAddress] : [socket.remoteAddress, forwarded];
    return behind(path.join(SEPARATOR));
  };
}

/** Between the address of a connection and the header, neither of which contains it. */
const SEPARATOR = '\n';
