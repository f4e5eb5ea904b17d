import { Agent } from 'undici';

/** `User-Agent` of requests to sources. */
export const USER_AGENT = 'Droptrack/0.1 (open-source drop tracker)';

const CONNECTIONS_A_HOST = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/** Agent with a few keep-alive connections per host. Shared by all polls of a worker, which closes it. */
export function createSourceAgent(): Agent {
  return new Agent({
    connections: CONNECTIONS_A_HOST,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
}

let ownAgent: Agent | null = null;

/** Default agent. Never closed: idle connections do not keep the process alive. */
export function sharedSourceAgent(): Agent {
  ownAgent ??= createSourceAgent();
  return ownAgent;
}
