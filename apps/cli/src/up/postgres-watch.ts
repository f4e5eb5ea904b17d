import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './is-alive';

const CHECK_INTERVAL_MS = 1_000;
/** Failed checks in a row after which the server counts as gone: one that recovers from a crash rewrites its file. */
const MISSES = 3;

/** A watch on the embedded server, which is not a child process and so emits no exit event. */
export interface PostgresWatch {
  /** Resolves when the server is gone. */
  readonly gone: Promise<void>;
  end(): void;
}

/** Watches a server by the `postmaster.pid` that PostgreSQL keeps in its data directory while it runs. */
export function watchPostgres(dataDirectory: string, checkIntervalMs: number = CHECK_INTERVAL_MS): PostgresWatch {
  let misses = 0;
  let reportGone: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (reportGone = resolve));
  const check = async (): Promise<void> => {
    const file = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => null);
    misses = file !== null && isAlive(Number.parseInt(file, 10)) ? 0 : misses + 1;
    if (misses === MISSES) reportGone();
  };
  const timer = setInterval(() => void check(), checkIntervalMs);
  return { gone, end: () => clearInterval(timer) };
}
