import type { ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import { createEgress, type Egress, EgressClosedError } from './egress';
import { type Receiver, type ReceiverOptions, startReceiver, until } from './testing/receiver';

const POLICY = { allowInsecure: true, allow: [] };
const NOW_MS = Date.UTC(2026, 0, 10, 12);

describe('a delivery', () => {
  const closing: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of closing.splice(0).reverse()) await each.close();
  });
  const receiverOf = async (options: ReceiverOptions = {}): Promise<Receiver> => {
    const receiver = await startReceiver(options);
    closing.push(receiver);
    return receiver;
  };
  const egressOf = (options: Parameters<typeof createEgress>[1] = {}): Egress => {
    const egress = createEgress(POLICY, { nowMs: () => NOW_MS, ...options });
    closing.push(egress);
    return egress;
  };
  const post = (
    egress: Egress,
    { port }: { port: number },
    path = '/hook?a=b',
    body: string | Uint8Array = '{"é":1}',
  ) => egress.post({ url: `http://127.0.0.1:${port}${path}`, headers: { 'webhook-id': 'evt_1' }, body });

  it('arrives as it was given, byte by byte, text or bytes', async () => {
    const receiver = await receiverOf();
    const egress = egressOf();
    const bytes = Buffer.from('xx{"é":1}yy').subarray(2, -2);
    const answers = [await post(egress, receiver), await post(egress, receiver, '/', new Uint8Array(bytes))];
    answers.push(await post(egress, receiver, '/', bytes));
    expect(receiver.heard.map(({ path, body }) => [path, body])).toEqual([
      ['/hook?a=b', '{"é":1}'],
      ['/', '{"é":1}'],
      ['/', '{"é":1}'],
    ]);
    expect(receiver.heard[0]?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'webhook-id': 'evt_1',
      'content-length': '8',
    });
    const durationMs = expect.any(Number) as number;
    const expected = { statusCode: 204, error: null, response: null, retryAfterMs: null, durationMs };
    expect(answers).toEqual([expected, expected, expected]);
  });

  // Loopback names are not resolved, and mean two addresses, one of which may have no server.
  it('reaches this machine by its name, in development', async () => {
    const receiver = await receiverOf();
    const resolver = () => Promise.reject(new Error('unexpected query'));
    const answer = await egressOf({ resolver }).post({
      url: `http://localhost:${receiver.port}/`,
      headers: {},
      body: '',
    });
    expect(answer).toMatchObject({ statusCode: 204, error: null });
    expect(receiver.heard[0]?.headers.host).toBe(`localhost:${receiver.port}`);
  });

  const withSix = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'));
  (withSix ? it : it.skip)('reaches an address of IPv6', async () => {
    const receiver = await receiverOf({ address: '::1' });
    const answer = await egressOf().post({ url: `http://[::1]:${receiver.port}/`, headers: {}, body: '' });
    expect(answer).toMatchObject({ statusCode: 204, error: null });
  });

  it.each([200, 299, 400, 410, 429, 500, 503])('returns the status %i and the start of the body', async (status) => {
    const receiver = await receiverOf({ answer: (response) => response.writeHead(status).end('x'.repeat(5_000)) });
    expect(await post(egressOf(), receiver)).toMatchObject({
      statusCode: status,
      error: null,
      response: new Uint8Array(1_024).fill(0x78),
    });
  });

  it('keeps the first 1 024 bytes, in however small pieces they come', async () => {
    const text = Array.from({ length: 300 }, (_, n) => `${n} `.padStart(7)).join('');
    const receiver = await receiverOf({
      answer: (response) => {
        const next = (at: number): void => {
          if (at >= text.length) return void response.end();
          response.write(text.slice(at, at + 70), () => setImmediate(next, at + 70));
        };
        next(0);
      },
    });
    const { response } = await post(egressOf(), receiver);
    expect(Buffer.from(response ?? []).toString()).toBe(text.slice(0, 1_024));
  });

  // A bomb would be one only for who unpacks it.
  it('unpacks nothing', async () => {
    const receiver = await receiverOf({
      answer: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
    });
    const { error, response } = await post(egressOf(), receiver);
    expect([error, Buffer.from(response ?? []).toString()]).toEqual([null, 'not gzip at all']);
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['Sat, 10 Jan 2026 12:01:00 GMT', 60_000],
    ['Saturday, 10-Jan-26 12:01:00 GMT', 60_000],
    ['99999999', 7 * 86_400_000],
    ['Sat, 10 Jan 2026 11:59:00 GMT', null],
    ['-5', null],
    ['1.5', null],
    ['2099-01-01', null],
    ['soon', null],
    ['Soon', null],
    ['1e9', null],
  ])('understands Retry-After: %s', async (line, expected) => {
    const receiver = await receiverOf({ answer: (response) => response.writeHead(503, { 'retry-after': line }).end() });
    expect((await post(egressOf(), receiver)).retryAfterMs).toBe(expected);
  });

  it.each([301, 302, 303, 307, 308])('never follows a redirect: %i is a failure', async (status) => {
    const inner = await receiverOf();
    const location = `http://127.0.0.1:${inner.port}/admin`;
    const receiver = await receiverOf({ answer: (response) => response.writeHead(status, { location }).end() });
    const answer = await post(egressOf(), receiver);
    expect(answer).toMatchObject({
      statusCode: status,
      error: 'the response is a redirect, and redirects are not followed',
    });
    expect([inner.connections, receiver.heard.length]).toEqual([0, 1]);
  });

  it('is not sent to a rejected URL', async () => {
    const receiver = await receiverOf();
    const egress = createEgress({ allowInsecure: false, allow: [] });
    const answer = await egress.post({ url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '' });
    expect(answer).toMatchObject({ statusCode: null, error: 'The URL does not begin with https://.' });
    expect(receiver.connections).toBe(0);
    await egress.close();
  });

  it('with a header that none can be, fails and throws nothing', async () => {
    const receiver = await receiverOf();
    const request = { url: `http://127.0.0.1:${receiver.port}/`, headers: { a: 'b\r\nc: d' }, body: '' };
    expect(await egressOf().post(request)).toMatchObject({ statusCode: null, error: 'the request failed' });
  });

  it('shares a connection with those before it, and no more than so many at once', async () => {
    const receiver = await receiverOf();
    const egress = egressOf({ connectionsPerOrigin: 3, placeMs: 60_000 });
    for (let n = 0; n < 5; n += 1) await post(egress, receiver);
    expect(receiver.connections).toBe(1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(egress, receiver)));
    expect(answers.filter(({ statusCode }) => statusCode !== 204)).toEqual([]);
    expect(receiver.connections).toBe(3);
    expect(egress.state()).toEqual({ connections: 3, idle: 3, waiting: 0, origins: 1 });
  });

  it('that waits too long behind hanging ones fails, and leaves the queue', async () => {
    const receiver = await receiverOf({ answer: () => undefined });
    const egress = egressOf({ connectionsPerOrigin: 1, timeoutMs: 100 });
    const answers = await Promise.all([post(egress, receiver), post(egress, receiver), post(egress, receiver)]);
    // Which step each is late at hangs on whose timer comes first: the place of the first is free as its time ends.
    expect(answers.map(({ error }) => error?.slice(0, 22))).toEqual(Array(3).fill('took longer than 0.1 s'));
    expect(receiver.connections).toBeLessThan(4);
    await until(() => egress.state().connections === 0);
    expect(egress.state()).toEqual({ connections: 0, idle: 0, waiting: 0, origins: 0 });
  });

  // Many customers' endpoints are at one automation service: those that hang must not delay the others.
  it('does not wait for hanging ones at the same origin', async () => {
    const kept: ServerResponse[] = [];
    const receiver = await receiverOf({
      answer: (response, { path }) => void (path === '/hang' ? kept.push(response) : response.writeHead(204).end()),
    });
    const egress = egressOf({ connectionsPerOrigin: 2, timeoutMs: 20_000, placeMs: 50, connectionIdleMs: 100 });
    const to = (path: string) =>
      egress.post({ url: `http://127.0.0.1:${receiver.port}${path}`, headers: {}, body: '{}' });
    let isHanging = true;
    const hanging = Promise.all(Array.from({ length: 6 }, () => to('/hang'))).then(() => (isHanging = false));
    const answers = await Promise.all(Array.from({ length: 6 }, () => to('/quick')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(204));
    expect(isHanging).toBe(true);
    await until(() => {
      kept.splice(0).forEach((response) => response.end());
      return !isHanging;
    });
    await hanging;
    await until(() => egress.state().connections === 0);
    expect(egress.state()).toEqual({ connections: 0, idle: 0, waiting: 0, origins: 0 });
  });

  it('never uses a connection that may end before it does; none outlives its time', async () => {
    const receiver = await receiverOf({
      answer: (response) => response.writeHead(204, { 'keep-alive': 'timeout=60' }).end(),
    });
    const egress = egressOf({ connectionLifeMs: 700, timeoutMs: 650, connectionIdleMs: 60_000 });
    await post(egress, receiver);
    // Its 50 ms of use are over, its life is not.
    await new Promise((resolve) => setTimeout(resolve, 80));
    await post(egress, receiver);
    expect(receiver.connections).toBe(2);
    await until(() => receiver.open === 0);
    expect(egress.state()).toEqual({ connections: 0, idle: 0, waiting: 0, origins: 0 });
  });

  // What a receiver closes while it is idle is found out only by using it.
  it('is sent again if the connection was closed while idle', async () => {
    let isFirst = true;
    const receiver = await receiverOf({
      answer: (response, _, request) => {
        if (request.headers['connection'] === 'keep-alive' && !isFirst && receiver.connections === 1) {
          return void request.socket.destroy();
        }
        isFirst = false;
        response.end();
      },
    });
    const egress = egressOf();
    const statuses = [(await post(egress, receiver)).statusCode, (await post(egress, receiver)).statusCode];
    expect([statuses, receiver.connections, receiver.heard.length]).toEqual([[200, 200], 2, 3]);
  });

  it('keeps few connections to many receivers, and forgets those it has none to', async () => {
    const receivers = await Promise.all(Array.from({ length: 12 }, () => receiverOf()));
    const egress = egressOf({ connectionsOpen: 4, connectionIdleMs: 1_500 });
    for (const receiver of receivers) expect((await post(egress, receiver)).statusCode).toBe(204);
    await until(() => egress.state().connections <= 4);
    expect(egress.state().origins).toBeLessThanOrEqual(4);
    expect((await post(egress, receivers[11]!)).statusCode).toBe(204);
    expect(receivers[11]?.connections).toBe(1);
    await until(() => egress.state().origins === 0);
    await until(() => receivers.every(({ open }) => open === 0));
  });

  it('comes to its end before the way out is closed; none comes after', async () => {
    const release: (() => void)[] = [];
    const receiver = await receiverOf({ answer: (response) => release.push(() => response.end('done')) });
    const egress = egressOf();
    const underWay = post(egress, receiver);
    await until(() => release.length === 1);
    const closed = egress.close();
    await expect(post(egress, receiver)).rejects.toThrow(EgressClosedError);
    release[0]?.();
    expect((await underWay).statusCode).toBe(200);
    await closed;
    await until(() => receiver.open === 0);
  });
});
