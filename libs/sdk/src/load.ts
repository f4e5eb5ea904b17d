import { ConnectionError } from './errors';

/**
 * Awaits code that is not part of the first files of a page: `load(import('…'))`.
 *
 * @throws {@link ConnectionError} if it cannot be loaded, typically because a new version of the page has replaced its files.
 */
export const load = <T>(code: Promise<T>): Promise<T> =>
  code.catch((cause: unknown) => {
    throw new ConnectionError('A part of the code could not be loaded', { cause });
  });
