import { Agent } from 'undici';

/** How we introduce ourselves to sources. */
export const USER_AGENT = 'Droptrack/0.1 (open-source drop tracker)';

const CONNECTIONS_A_HOST = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/** Connections to sources, kept alive and few a host. One for all polls of a worker, who closes it. */
export function createSourceAgent(): Agent {
  return new Agent({
    connections: CONNECTIONS_A_HOST,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
}

let ownAgent: Agent | null = null;

/** For who brings none. Never closed: idle connections keep no process alive. */
export function sharedSourceAgent(): Agent {
  ownAgent ??= createSourceAgent();
  return ownAgent;
}
