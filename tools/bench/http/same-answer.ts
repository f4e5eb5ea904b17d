import { isDeepStrictEqual } from 'node:util';
import { BenchError } from '../process/bench-error';
import type { WireAnswer } from '../load/fetch-answer';

/**
 * Makes sure that a yardstick sends the very answer that it was given.
 *
 * @throws {BenchError} for another status, header or body; only `Date` goes on.
 */
export function assertSameAnswer(name: string, answer: WireAnswer, expected: WireAnswer): void {
  if (!isDeepStrictEqual(comparable(answer), comparable(expected))) {
    throw new BenchError(`${name} answers ${shown(answer)}\ninstead of ${shown(expected)}`);
  }
}

/** Case and order of the headers cost nobody anything. */
function comparable({ status, headers, body }: WireAnswer) {
  const kept = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status, headers: new Map(kept.filter(([name]) => name !== 'date').sort()), body };
}

function shown({ status, headers, body }: WireAnswer): string {
  return `${status}, ${body.length} characters\n${headers.map((header) => header.join(': ')).join('\n')}`;
}
