import { once } from 'node:events';
import { connect } from 'node:net';
import { AnswerReader } from './answer-reader';

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Name and value of each header, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const TIMEOUT_MS = 30_000;

/**
 * Sends one request as it stands and reads its answer.
 *
 * @throws {BenchError} when it is not a whole answer of the expected status.
 */
export async function fetchAnswer(port: number, request: string, status = 200): Promise<WireAnswer> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
  const reader = new AnswerReader(status);
  const chunks: Buffer[] = [];
  socket.write(request, 'latin1');
  try {
    for (let isWhole = false; !isWhole;) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      chunks.push(chunk);
      isWhole = reader.take(chunk);
    }
  } finally {
    socket.destroy();
  }
  const bytes = Buffer.concat(chunks);
  const head = bytes.subarray(0, bytes.length - reader.bodyLength).toString('latin1');
  const headers = [...head.matchAll(/\r\n([^:\r\n]+): *([^\r\n]*)/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  return { status, headers, body: bytes.subarray(bytes.length - reader.bodyLength).toString('utf8') };
}

/** The value of a header, in any case; empty when there is none. */
export function headerOf({ headers }: WireAnswer, name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}
