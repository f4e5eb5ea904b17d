import type { AddressInfo } from 'node:net';

/** For a server that a bench has started: tells where it listens, and ends it with the bench. */
export function announce(address: AddressInfo | string | null): void {
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
  process.send?.({ type: 'listening', url: `http://127.0.0.1:${port}` });
}
