import { isDeepStrictEqual } from 'node:util';
import type { Drop, Page } from '@droptrack/contracts';
import { BenchError } from '../process/bench-error';

/**
 * Makes sure that two servers answer alike in all but the instant.
 *
 * @throws {BenchError} when they do not, or when the page is not of live drops.
 */
export function assertSamePage(name: string, body: string, expected: string): void {
  const [page, reference] = [body, expected].map((text) => JSON.parse(text) as Page<Drop>);
  if (page === undefined || page.data.length === 0 || page.data.some(({ status }) => status !== 'live')) {
    throw new BenchError(`${name} does not answer with live drops`);
  }
  if (!isDeepStrictEqual({ ...page, as_of: '' }, { ...reference, as_of: '' }))
    throw new BenchError(`${name} answers with another page`);
}
