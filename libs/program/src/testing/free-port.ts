import { tryPort } from '../process';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, others from 49152): one of those can be taken by a
 * connection of another test before its program listens, or while it restarts.
 */
const PORTS = { min: 20_000, max: 32_767 } as const;
const TRIES_MAX = 100;

/** A port of this machine that no process listens on now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const port = PORTS.min + Math.floor(Math.random() * (PORTS.max - PORTS.min + 1));
    if ((await tryPort({ host: '127.0.0.1', port })) !== null) return port;
  }
  throw new Error(`${TRIES_MAX} ports from ${PORTS.min} to ${PORTS.max} are taken`);
}
