import { UnavailableError } from '../../platform/errors/domain-error';

/** A process that stands still wakes with its timers first, and only then reads the answer that has come meanwhile. */
const PARTS = 3;

/**
 * Waits for work no longer than so many milliseconds; what comes of it later is dropped. However long the process stands
 * still, it costs the work one part of its time.
 *
 * @throws {UnavailableError} when it takes longer.
 */
export function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let parts = 0;
    const goOn = (): void => {
      parts += 1;
      if (parts < PARTS) timer = setTimeout(goOn, withinMs / PARTS);
      else reject(new UnavailableError('The data cannot be read at the moment'));
    };
    let timer = setTimeout(goOn, withinMs / PARTS);
    work.then(
      (result) => (clearTimeout(timer), resolve(result)),
      (error: unknown) => (clearTimeout(timer), reject(error as Error)),
    );
  });
}
