import { UnavailableError } from '../../platform/errors/domain-error';

/** A stalled process runs its timers before it reads pending I/O: with a single timer, a stall would count as a timeout. */
const PARTS = 3;

/**
 * Waits for work with a deadline; a later result is dropped. A stall of the process, however long, uses up at most one of
 * the parts of the time.
 *
 * @throws {UnavailableError} after the deadline.
 */
export function withDeadline<T>(work: Promise<T>, withinMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let parts = 0;
    const onPart = (): void => {
      parts += 1;
      if (parts < PARTS) timer = setTimeout(onPart, withinMs / PARTS);
      else reject(new UnavailableError('The data cannot be read at the moment'));
    };
    let timer = setTimeout(onPart, withinMs / PARTS);
    work.then(
      (result) => (clearTimeout(timer), resolve(result)),
      (error: unknown) => (clearTimeout(timer), reject(error as Error)),
    );
  });
}
