import { BenchError } from '../process/bench-error';

/** Resolves after a while, which keeps no process alive. */
export function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

/** @throws {BenchError} when the answers do not come in time, and whatever they fail with. */
export function within<T>(ms: number, answers: Promise<T>): Promise<T> {
  const late = after(ms).then(() => {
    throw new BenchError('An answer did not come');
  });
  return Promise.race([answers, late]);
}
