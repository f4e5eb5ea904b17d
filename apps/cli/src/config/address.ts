import type { Listener } from './config';

/** Hosts that stand for every address of a machine; one is asked at its own. */
const ALL = ['0.0.0.0', '::', '[::]'];

/** Where something that listens is reached from the same machine. */
export function reachableUrl({ host, port }: Listener): string {
  const own = ALL.includes(host) ? '127.0.0.1' : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}
