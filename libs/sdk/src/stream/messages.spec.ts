import { type Handler, type Outgoing, TestServer } from '../../test/server';
import { failureOf, scripted } from '../../test/scripted';
import type { CallOptions, Droptrack, RetryInfo, StreamMessage, StreamQuery } from '../index';

const AS_OF = '2026-08-22T10:00:00.000Z';
const block = (id: number | null, message: { type: string; [member: string]: unknown }) =>
  `${id === null ? '' : `id: ${id}\n`}event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
const event = (id: string, sequence: number) => ({ id, type: 'drop.updated', sequence, data: {} });
const position = (sequence: number) => block(sequence, { type: 'position', sequence, as_of: AS_OF });
/** Last event of a position, and one that is followed by more of the same position. */
const last = (id: string, sequence: number) => block(sequence, event(id, sequence));
const inner = (id: string, sequence: number) => block(null, event(id, sequence));
const reset = (sequence: number) => block(sequence, { type: 'reset', reason: 'too_old', sequence, as_of: AS_OF });

const open = (response: Outgoing) => response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
/** Called with the first message of {@link take} after it was set. */
let onMessage: () => void = () => undefined;
/** Sends these blocks, and then closes the connection, breaks it once they have been received, or leaves it open. */
const sent =
  (text: string, then: 'closes' | 'breaks' | 'stays' = 'closes'): Handler =>
  (_, response) => {
    open(response).write(text);
    if (then === 'closes') response.end();
    if (then === 'breaks') onMessage = () => response.socket.destroy();
  };
/** Response that sends these blocks, and then nothing. */
const silent = (text: string) =>
  new Response(
    new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }),
    { headers: { 'content-type': 'text/event-stream' } },
  );
const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ status, code, detail: 'x' }));

const nameOf = (message: StreamMessage) => ('id' in message ? message.id : `${message.type} ${message.sequence}`);

/** Takes messages until there are `count` of them, or until the stream throws. */
async function take(
  client: Droptrack,
  count: number,
  query: StreamQuery = {},
  options: CallOptions = {},
  names: string[] = [],
) {
  for await (const message of client.stream(query, options)) {
    names.push(nameOf(message));
    onMessage();
    onMessage = () => undefined;
    if (names.length === count) break;
  }
  return names;
}

describe('stream', () => {
  const server = new TestServer();
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const client = (turns: readonly Handler[], options = {}) => server.client(turns, { sleep, ...options });
  const afters = () => server.requests.map(({ url }) => new URL(url, server.url).searchParams.get('after'));
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  beforeEach(() => void (waits.length = 0));

  it('requests the filters, and returns each message as it was sent', async () => {
    const one = client([sent(position(3) + last('evt_1', 4), 'stays')]);
    const messages: StreamMessage[] = [];
    const query = {
      after: 3,
      type: ['drop.*', 'calendar.event_started'],
      drop: ['linea', 'base'],
      chain: 'base',
    } as const;
    for await (const message of one.stream(query)) if (messages.push(message) === 2) break;
    expect(messages).toEqual([{ type: 'position', sequence: 3, as_of: AS_OF }, event('evt_1', 4)]);
    expect(decodeURIComponent(server.requests[0]!.url)).toBe(
      '/v1/stream?after=3&type=drop.*,calendar.event_started&drop=linea,base&chain=base',
    );
    expect(server.requests[0]!.headers).toMatchObject({ accept: 'text/event-stream' });
  });

  it('sends no request before the first message is awaited', async () => {
    const stream = client([sent(position(3))]).stream();
    expect(server.requests).toEqual([]);
    await stream.return();
    expect(server.requests).toEqual([]);
  });

  it('resumes after the last position, however the connection ends', async () => {
    const turns = [
      sent(last('evt_1', 4) + last('evt_2', 5), 'breaks'),
      sent(position(6)),
      problem(503, 'unavailable', { 'retry-after': '7' }),
      problem(429, 'rate_limited', { 'retry-after': '8' }),
      sent(last('evt_7', 7), 'stays'),
    ];
    expect(await take(client(turns), 4, { after: 3 })).toEqual(['evt_1', 'evt_2', 'position 6', 'evt_7']);
    expect(afters()).toEqual(['3', '5', '6', '6', '6']);
    expect(waits[2]).toBeGreaterThanOrEqual(7_000);
    expect(waits[3]).toBeGreaterThanOrEqual(8_000);
  });

  // Events of one position share its id, which only the last one has.
  it.each([
    ['before the first event', '', ['a', 'b', 'c']],
    ['after the first', inner('a', 4), ['a', 'b', 'c']],
    ['after the second', inner('a', 4) + inner('b', 4), ['a', 'b', 'c']],
    ['in the last one', inner('a', 4) + inner('b', 4) + last('c', 4).slice(0, -1), ['a', 'b', 'c']],
  ])('returns the events of a position once if it is cut %s', async (_, text, names) => {
    const whole = inner('a', 4) + inner('b', 4) + last('c', 4);
    const turns = [sent(position(3) + text, 'breaks'), sent(whole + last('a', 9), 'stays')];
    // An id that comes again at another position is another delivery of the service, not a repetition.
    expect(await take(client(turns), 5)).toEqual(['position 3', ...names, 'a']);
    expect(afters()).toEqual([null, '3']);
  });

  it('returns a reset, and continues from its position', async () => {
    const turns = [sent(reset(90)), sent(last('evt_1', 91), 'stays')];
    expect(await take(client(turns), 2, { after: 3 })).toEqual(['reset 90', 'evt_1']);
    expect(afters()).toEqual(['3', '90']);
  });

  it('waits as long as the server asks for, longer after each failure, and at most 30 s with jitter', async () => {
    const failed = Array.from({ length: 6 }, () => sent(''));
    await take(
      client([sent(`retry: 2000\n${position(3)}`), ...failed, sent(position(4)), sent(position(5), 'stays')]),
      3,
    );
    const expected = [2, 4, 8, 16, 30, 30, 30, 2].map((seconds) => seconds * 1_000);
    expect(waits).toHaveLength(expected.length);
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(expected[index]!);
      expect(wait).toBeLessThanOrEqual(expected[index]! * 1.25);
    });
  });

  it('never reconnects within a second', async () => {
    await take(client([sent(`retry: 0\n${position(3)}`), sent(position(4), 'stays')]), 2);
    expect(waits[0]).toBeGreaterThanOrEqual(1_000);
  });

  it.each([
    ['for the time of three positions', {}, 45_000],
    ['within timeoutMs', { timeoutMs: 700 }, 700],
  ])('reconnects when nothing arrives %s, and no earlier', async (_, options, silenceMs) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const { client: quiet, urls } = scripted([silent(position(3)), silent(position(4))]);
      const names: string[] = [];
      const taken = take(quiet, 2, {}, options, names);
      while (names.length === 0) await new Promise(setImmediate);
      await jest.advanceTimersByTimeAsync(silenceMs - 1);
      expect(urls).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(await taken).toEqual(['position 3', 'position 4']);
      expect(urls[1]).toMatch(/after=3$/);
    } finally {
      jest.useRealTimers();
    }
  });

  it('reports each connection that ended or was lost to onRetry and the log, before the wait', async () => {
    const reported: RetryInfo[] = [];
    const lines: string[] = [];
    const keep = (line: string) => void lines.push(line);
    const logger = { debug: keep, info: keep, warn: keep, error: keep };
    const onRetry = (retry: RetryInfo) => {
      expect(waits).toHaveLength(reported.length);
      reported.push(retry);
    };
    const turns = [sent(position(3)), sent(''), sent(position(4), 'breaks'), sent(position(5), 'stays')];
    await take(client(turns, { onRetry, logger, logLevel: 'info' }), 3);
    const ended = { method: 'GET', path: '/v1/stream', attempt: 1, status: 200, requestId: null, error: null };
    const lost = { ...ended, status: null, error: expect.objectContaining({ code: 'connection_failed' }) };
    const second = { ...ended, attempt: 2 };
    expect(reported).toEqual([ended, second, lost].map((each, n) => ({ ...each, delaySeconds: waits[n]! / 1_000 })));
    expect(lines).toEqual([
      expect.stringMatching(/^droptrack: GET \/v1\/stream: retry in 1\.\d s after 200$/),
      expect.stringMatching(/^droptrack: GET \/v1\/stream: retry in 2\.\d s after 200$/),
      expect.stringMatching(/^droptrack: GET \/v1\/stream: retry in 1\.\d s after Lost the connection to /),
    ]);
  });

  it('gives up before the first response like other calls, and after it only with maxRetries', async () => {
    expect(await failureOf(take(client([problem(503, 'unavailable')]), 1))).toMatchObject({ code: 'unavailable' });
    expect(server.requests).toHaveLength(3);

    const outage = Array.from({ length: 20 }, () => problem(503, 'unavailable'));
    const turns = [sent(position(3)), ...outage, sent(position(4), 'stays')];
    expect(await take(client(turns), 2)).toEqual(['position 3', 'position 4']);

    const limited = take(client(turns), 2, {}, { maxRetries: 4 });
    expect(await failureOf(limited)).toMatchObject({ code: 'unavailable' });
    expect(server.requests).toHaveLength(1 + 5);
  });

  it.each([
    ['a response that asks for a long wait', problem(503, 'unavailable', { 'retry-after': '3600' })],
    [
      'a page of a proxy',
      (_: unknown, response: Outgoing) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
  ])('does not give up after it was open: %s', async (_, turn) => {
    const turns = [sent(position(3)), turn, turn, sent(position(4), 'stays')];
    expect(await take(client(turns), 2)).toEqual(['position 3', 'position 4']);
    expect(waits.map((ms) => Math.floor(ms / 1.25 / 1_000) <= 30)).toEqual([true, true, true]);
    expect(await failureOf(take(client([turn]), 1))).toMatchObject({ code: expect.any(String) });
    expect(await failureOf(take(client(turns), 2, {}, { maxRetries: 1 }))).toMatchObject({ code: expect.any(String) });
  });

  it.each([
    [400, 'invalid_parameter', 'ApiError'],
    [401, 'revoked_api_key', 'AuthenticationError'],
    [403, 'plan_required', 'PlanRequiredError'],
  ])('throws the error of a status that lasts, also on a reconnect: %d', async (status, code, name) => {
    expect(await failureOf(take(client([problem(status, code)]), 1))).toMatchObject({ name, code });
    expect(server.requests).toHaveLength(1);
    const names: string[] = [];
    const reconnected = take(client([sent(position(3)), problem(status, code)]), 9, {}, {}, names);
    expect(await failureOf(reconnected)).toMatchObject({ name, code });
    expect(names).toEqual(['position 3']);
  });

  it.each([
    [
      'another media type',
      (_: unknown, response: Outgoing) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    ['data that are not JSON', sent('data: dtk\n\n')],
    ['data that are not a message', sent('data: null\n\n')],
    ['an endless event', sent(`data: ${'x'.repeat(2 ** 20)}\n`, 'stays')],
  ])('rejects %s', async (_, turn) => {
    expect(await failureOf(take(client([turn as Handler]), 1))).toMatchObject({ code: 'invalid_answer' });
  });

  it('closes the connection when the loop ends, and when it throws', async () => {
    for (const leave of ['break', 'throw']) {
      let closed: Promise<void> | undefined;
      const turn: Handler = (_, response) => {
        closed = new Promise((resolve) => response.socket.on('close', resolve));
        open(response).write(position(3));
      };
      const loop = async () => {
        for await (const { type } of client([turn]).stream()) {
          if (leave === 'break') break;
          throw new RangeError(type);
        }
      };
      await loop().catch((error: unknown) => expect(error).toBeInstanceOf(RangeError));
      await closed;
    }
  });

  it('throws an AbortError when its signal is aborted: while it waits, between two messages, before a reconnect', async () => {
    const idle = new AbortController();
    onMessage = () => setImmediate(() => idle.abort('idle'));
    const waiting = take(client([sent(position(3), 'stays')]), 2, {}, { signal: idle.signal });
    expect(await failureOf(waiting)).toMatchObject({ code: 'aborted', cause: 'idle' });

    const loop = new AbortController();
    const names: string[] = [];
    const within = (async () => {
      const stream = client([sent(position(3) + position(4), 'stays')]).stream({}, { signal: loop.signal });
      for await (const message of stream) {
        names.push(nameOf(message));
        loop.abort();
      }
    })();
    expect(await failureOf(within)).toMatchObject({ code: 'aborted' });
    expect(names).toEqual(['position 3']);

    const pause = new AbortController();
    const pausing = client([sent(position(3))], { sleep: async () => pause.abort() });
    expect(await failureOf(take(pausing, 2, {}, { signal: pause.signal }))).toMatchObject({ code: 'aborted' });
    expect(server.requests).toHaveLength(1);
  });

  // Otherwise a slow loop would fill the memory of its process.
  it('reads at the pace of the loop', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(inner(`evt_${(pulls += 1)}`, 4))),
    });
    const headers = { 'content-type': 'text/event-stream' };
    const stream = scripted([new Response(body, { headers })]).client.stream();
    for (let turn = 1; turn <= 50; turn += 1) {
      await stream.next();
      await new Promise(setImmediate);
      // The platform reads one chunk ahead.
      expect(pulls).toBeLessThanOrEqual(turn + 1);
    }
    await stream.return();
  });
});
