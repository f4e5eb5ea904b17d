import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './is-alive';

const LOOK_EVERY_MS = 1_000;
/** Looks in a row that must find nothing: a server that recovers from a crash writes its file anew. */
const MISSES = 3;

/** A watch on the embedded server, which is no child of ours and so cannot tell. */
export interface PostgresWatch {
  /** Resolves when the server is gone. */
  readonly gone: Promise<void>;
  end(): void;
}

/** Watches a server by the file that PostgreSQL keeps in its data directory while it runs. */
export function watchPostgres(dataDirectory: string, lookEveryMs: number = LOOK_EVERY_MS): PostgresWatch {
  let misses = 0;
  let tell: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (tell = resolve));
  const look = async (): Promise<void> => {
    const file = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => null);
    misses = file !== null && isAlive(Number.parseInt(file, 10)) ? 0 : misses + 1;
    if (misses === MISSES) tell();
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  return { gone, end: () => clearInterval(timer) };
}
