import { UnavailableError } from '../errors/domain-error';

/**
 * Waits for work no longer than so many milliseconds; what comes of it later is dropped.
 *
 * @throws {UnavailableError} when it takes longer.
 */
export function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new UnavailableError('The data cannot be read at the moment'));
    const timer = setTimeout(giveUp, withinMs);
    work.then(
      (result) => (clearTimeout(timer), resolve(result)),
      (error: unknown) => (clearTimeout(timer), reject(error as Error)),
    );
  });
}
