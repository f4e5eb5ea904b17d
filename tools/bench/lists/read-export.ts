import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { BenchError } from '../process/bench-error';

/** Longer than the last line. */
const END_BYTES = 256;

/**
 * Reads an export as fast as it comes, and looks at nothing but its end.
 *
 * @returns seconds from the request to the last byte.
 * @throws {BenchError} when it is not whole.
 */
export async function readExport(port: number, drop: string, key: string, rows: number): Promise<number> {
  const began = performance.now();
  const request = get({
    port,
    host: '127.0.0.1',
    path: `/v1/snapshots/drops/${drop}/allocations`,
    headers: { authorization: `Bearer ${key}` },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    end = chunk.length >= END_BYTES ? chunk : Buffer.concat([end, chunk]).subarray(-END_BYTES);
  }
  const seconds = (performance.now() - began) / 1_000;
  const last = end.toString().trimEnd().split('\n').at(-1) ?? '';
  if (response.statusCode !== 200 || !last.startsWith(`{"_end":{"rows":${rows},`)) {
    throw new BenchError(`The export of ${rows} rows ended with ${response.statusCode}: ${last}`);
  }
  return seconds;
}
