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

/** An answer that comes in these pieces, and may break after them. */
const streamed = (pieces: readonly Uint8Array[], breaks = false, headers: Record<string, string> = {}) => {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
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
  it('gives the rows of a snapshot that is whole, however it is cut into pieces', async () => {
    const bytes = utf8(WHOLE);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 })), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end));
        expect(await idsOf(of(streamed(pieces)))).toEqual(['a', 'ü', '𝕏']);
      }),
      { numRuns: 50 },
    );
  });

  it('gives the whole rows of one that was cut anywhere, and then says so', async () => {
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
  ])('relies on nothing when %s', async (_, text) => {
    expect(await failureOf(idsOf(of(whole(text))))).toMatchObject({ code: 'snapshot_truncated', isCut: false });
  });

  it.each(['<html>\n', '{"_end":\n', '\xff\n{}'])('takes no other answer for a snapshot: %p', async (text) => {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect(await failureOf(idsOf(of(streamed([bytes]))))).toMatchObject({ code: 'invalid_answer' });
  });

  it('asks as the contract says, and tells what came before the rows', async () => {
    const headers = { 'x-data-as-of': '2026-08-22T10:00:00.000Z', 'x-list-version': '3', 'x-request-id': 'req_1' };
    const { client, urls, requests } = scripted([() => streamed([utf8(WHOLE)], false, headers)]);
    const rows = client.snapshots.allocations('linea', { version: 3, after: '0x00' });
    expect(urls).toEqual([]);
    expect(await rows.head()).toMatchObject({ asOf: headers['x-data-as-of'], version: 3, requestId: 'req_1' });
    for await (const row of rows) expect(row).toHaveProperty('id');
    expect(urls).toEqual(['http://drops.test/v1/snapshots/drops/linea/allocations?version=3&after=0x00']);
    expect(new Headers(requests[0]!.headers).get('accept')).toBe('application/x-ndjson');
  });

  it('is refused as other calls are, and tried again until it begins', async () => {
    const { client, waits } = scripted([
      problem(503, { code: 'unavailable' }, { 'retry-after': '7' }),
      new TypeError('lost'),
      problem(404, { code: 'list_not_found' }),
    ]);
    const error = await failureOf(idsOf(client.snapshots.allocations('linea') as never));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
  });

  it('lets go of the transfer when the loop is left', async () => {
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

  it('ends with the abort of its signal, not as one that was cut', async () => {
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

  it('is over when nothing comes for as long as a call may take', async () => {
    const stuck = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(utf8(ROWS)) }));
    const { client } = scripted([stuck]);
    const error = await failureOf(idsOf(client.snapshots.drops({}, { timeoutMs: 30 })));
    expect(error).toMatchObject({ code: 'snapshot_truncated', cause: { code: 'timed_out' } });
  });

  it('can be looped over once', async () => {
    const rows = of(whole(WHOLE));
    await idsOf(rows);
    expect(await failureOf(idsOf(rows))).toMatchObject({ code: 'invalid_usage' });
  });
});
