import { Readable } from 'node:stream';
import { findPlaces } from '../config/places';
import { run } from '../run';
import type { Runtime } from '../session/session';

/** Variables of calls that reach no running service. */
export const NO_SERVICE = { PORT: '1', METRICS_PORT: '0', WORKER_METRICS_PORT: '0' } as const;

/** End of a call. */
export interface Call {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Parts of the process that a call depends on; those that are not given are empty, or those of this process. */
export type CallOptions = Pick<Runtime, 'env' | 'cwd'> & Partial<Runtime>;

/** Runs a command within this process, with recorded output. */
export async function runCall(args: readonly string[], options: CallOptions): Promise<Call> {
  let [stdout, stderr] = ['', ''];
  const code = await run(args, {
    places: findPlaces(__dirname),
    stdin: Readable.from([]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    signals: { on: () => undefined, off: () => undefined },
    nodeVersion: '20.20.0',
    runProgram: () => undefined,
    now: () => new Date(),
    uptimeMs: () => 0,
    programsBuilt: Promise.resolve(),
    ...options,
  });
  return { code, stdout, stderr };
}
