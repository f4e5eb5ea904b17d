import * as fc from 'fast-check';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import { failureOf, problem, scripted, type Turn } from '../../test/scripted';
import { type Drop, NotFoundError, type SnapshotRows, SnapshotTruncatedError } from '../index';

const utf8 = (text: string) => new TextEncoder().encode(text);
const endOf = (body: string, rows = body.split('\n').length - 1) =>
  `{"_end":{"rows":${rows},"sha256":"${bytesToHex(sha256(utf8(body)))}"}}\n`;
const ROWS = '{"id":"a"}\n{"id":"ü"}\n{"id":"𝕏"}\n';
const WHOLE = ROWS + endOf(ROWS);

/** Response of these chunks; with `breaks` the connection is lost after them. */
const streamed = (chunks: readonly Uint8Array[], breaks = false, headers: Record<string, string> = {}) => {
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = left.shift();
      if (chunk !== undefined) controller.enqueue(chunk);
      else if (breaks) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(body, { headers });
};
const whole = (text: string) => streamed([utf8(text)]);

async function idsOf(rows: SnapshotRows<Drop>, ids: string[] = []): Promise<string[]> {
  for await (const { id } of rows) ids.push(id);
  return ids;
}
const of = (turn: Turn) => scripted([turn], { maxRetries: 0 }).client.snapshots.drops();

describe('snapshots', () => {
  it('returns the rows of a complete snapshot for any chunks', async () => {
    const bytes = utf8(WHOLE);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), async (cuts) => {
        const offsets = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = offsets.slice(1).map((end, index) => bytes.slice(offsets[index], end));
        expect(await idsOf(of(streamed(chunks)))).toEqual(['a', 'ü', '𝕏']);
      }),
      { numRuns: 50 },
    );
  });

  it('returns the complete rows of a truncated snapshot, and then throws', async () => {
    for (let length = 0; length < WHOLE.length; length += 1) {
      for (const breaks of [true, false]) {
        const ids: string[] = [];
        const text = WHOLE.slice(0, length);
        const error = await failureOf(idsOf(of(streamed(text === '' ? [] : [utf8(text)], breaks)), ids));
        expect(error).toBeInstanceOf(SnapshotTruncatedError);
        expect(error).toMatchObject({ code: 'snapshot_truncated', isCut: true, rows: ids.length });
        expect(ids).toHaveLength(Math.min(3, text.split('\n').length - 1));
      }
    }
  });

  it.each([
    ['a row is missing', '{"id":"a"}\n' + endOf(ROWS)],
    ['a byte differs', ROWS.replace('"a"', '"b"') + endOf(ROWS)],
    ['the count differs', ROWS + endOf(ROWS, 2)],
    ['something follows', WHOLE + 'x'],
    ['the end says nothing', ROWS + '{"_end":{}}\n'],
  ])('throws an error with isCut false when %s', async (_, text) => {
    expect(await failureOf(idsOf(of(whole(text))))).toMatchObject({ code: 'snapshot_truncated', isCut: false });
  });

  it.each(['<html>\n', '{"_end":\n', '\xff\n{}'])('rejects another response: %p', async (text) => {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect(await failureOf(idsOf(of(streamed([bytes]))))).toMatchObject({ code: 'invalid_answer' });
  });

  it('sends the request of the contract, and returns the metadata before the rows', async () => {
    const headers = { 'x-data-as-of': '2026-08-22T10:00:00.000Z', 'x-list-version': '3', 'x-request-id': 'req_1' };
    const { client, urls, requests } = scripted([() => streamed([utf8(WHOLE)], false, headers)]);
    const rows = client.snapshots.allocations('linea', { version: 3, after: '0x00' });
    expect(urls).toEqual([]);
    expect(await rows.head()).toMatchObject({ asOf: headers['x-data-as-of'], version: 3, requestId: 'req_1' });
    for await (const row of rows) expect(row).toHaveProperty('id');
    expect(urls).toEqual(['http://drops.test/v1/snapshots/drops/linea/allocations?version=3&after=0x00']);
    expect(new Headers(requests[0]!.headers).get('accept')).toBe('application/x-ndjson');
  });

  it('throws the same errors as other calls, and is retried until it starts', async () => {
    const { client, waits } = scripted([
      problem(503, { code: 'unavailable' }, { 'retry-after': '7' }),
      new TypeError('lost'),
      problem(404, { code: 'list_not_found' }),
    ]);
    const error = await failureOf(idsOf(client.snapshots.allocations('linea') as never));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
  });

  it('closes the transfer when the loop ends early', async () => {
    let signal: AbortSignal | null | undefined;
    const { client } = scripted([
      (_, init) => {
        signal = init.signal;
        return streamed([utf8(ROWS)], true);
      },
    ]);
    for await (const { id } of client.snapshots.drops()) if (id !== '') break;
    expect(signal?.aborted).toBe(true);
  });

  it('throws an AbortError when its signal is aborted, not a truncation', async () => {
    const stop = new AbortController();
    const stuck = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(utf8(ROWS)) }));
    const { client } = scripted([stuck]);
    const ids: string[] = [];
    const failed = failureOf(
      (async () => {
        for await (const { id } of client.snapshots.drops({}, { signal: stop.signal }))
          if (ids.push(id) === 3) stop.abort();
      })(),
    );
    expect(await failed).toMatchObject({ code: 'aborted' });
    expect(ids).toHaveLength(3);
  });

  it('times out when no chunk arrives within timeoutMs', async () => {
    const stuck = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(utf8(ROWS)) }));
    const { client } = scripted([stuck]);
    const error = await failureOf(idsOf(client.snapshots.drops({}, { timeoutMs: 30 })));
    expect(error).toMatchObject({ code: 'snapshot_truncated', cause: { code: 'timed_out' } });
  });

  it('can be iterated once', async () => {
    const rows = of(whole(WHOLE));
    await idsOf(rows);
    expect(await failureOf(idsOf(rows))).toMatchObject({ code: 'invalid_usage' });
  });
});
