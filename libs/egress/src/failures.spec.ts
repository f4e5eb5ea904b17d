import type { Socket } from 'node:net';
import { createEgress, type Egress, type EgressOptions } from './egress';
import { type RawReceiver, startRawReceiver, until } from './testing/receiver';

const POLICY = { allowInsecure: true, allow: [] };
const HEAD = 'HTTP/1.1 200 OK\r\n';
const LARGE_BYTES = 100_000_000;
/** Bytes in the buffers of both ends of a local connection. */
const IN_FLIGHT_BYTES = 16_000_000;

/** Writes without end, as long as it is taken. */
const flood = (socket: Socket, chunk: string, taken: (bytes: number) => void = () => undefined): void => {
  const bytes = Buffer.from(chunk);
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes)) taken(bytes.length);
    if (socket.destroyed) return;
    taken(bytes.length);
    socket.once('drain', more);
  };
  more();
};
const drip = (socket: Socket, head: string): void => {
  socket.write(head);
  const timer = setInterval(() => socket.write('x'), 10);
  socket.on('close', () => clearInterval(timer));
};

describe('a receiver that is not well', () => {
  let egress: Egress | null = null;
  let receiver: RawReceiver | null = null;
  afterEach(async () => {
    // Also proves that no delivery is left in flight: closing waits for them.
    await egress?.close();
    await receiver?.close();
    [egress, receiver] = [null, null];
  });
  const postTo = async (onRequest: (socket: Socket) => void, options: EgressOptions = {}) => {
    receiver = await startRawReceiver(onRequest);
    egress = createEgress(POLICY, options);
    const answer = await egress.post({ url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '{}' });
    return answer;
  };
  const gone = async () => {
    await until(() => receiver?.open === 0 && egress?.state().connections === 0);
    expect(egress?.state()).toEqual({ connections: 0, idle: 0, waiting: 0, origins: 0 });
  };

  it.each<[string, (socket: Socket) => void, number | null, string]>([
    ['resets', (s) => s.resetAndDestroy(), null, 'the connection was closed before a response was received'],
    ['closes at once', (s) => s.end(), null, 'the connection was closed before a response was received'],
    [
      'closes in the head',
      (s) => s.end(`${HEAD}Content-Ty`),
      null,
      'the connection was closed before a response was received',
    ],
    [
      'closes in the status',
      (s) => s.end('HTTP/1.1 20'),
      null,
      'the connection was closed before a response was received',
    ],
    ['ends too soon', (s) => s.end(`${HEAD}content-length: 9\r\n\r\nabc`), 200, 'the response was cut off'],
    [
      'ends in a chunk',
      (s) => s.end(`${HEAD}transfer-encoding: chunked\r\n\r\n9\r\nabc`),
      200,
      'the response was cut off',
    ],
    [
      'resets in the body',
      (s) => s.write(`${HEAD}content-length: 9\r\n\r\nabc`, () => setTimeout(() => s.resetAndDestroy(), 50)),
      200,
      'the response was cut off',
    ],
    ['speaks something else', (s) => s.end('SSH-2.0-OpenSSH_9.6\r\n'), null, 'the response is not valid HTTP/1.1'],
    [
      'has two lengths',
      (s) => s.end(`${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
      null,
      'the response is not valid HTTP/1.1',
    ],
    [
      'has a long head',
      (s) => s.write(`${HEAD}a: ${'x'.repeat(20_000)}`),
      null,
      'the headers of the response are too long',
    ],
    [
      'has many heads',
      (s) => flood(s, `HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n`),
      null,
      'the response is too long',
    ],
    [
      'has a reason without end',
      (s) => (s.write('HTTP/1.1 200 '), flood(s, 'x'.repeat(1_000))),
      null,
      'the response is too long',
    ],
    [
      'sends only the sizes of chunks',
      (s) => (s.write(`${HEAD}transfer-encoding: chunked\r\n\r\n1;`), flood(s, 'x'.repeat(1_000))),
      200,
      'the response is too long',
    ],
    [
      'wants to speak otherwise',
      (s) => s.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      null,
      'the connection was closed before a response was received',
    ],
  ])('and %s gets that error, and its connection is closed', async (_, onRequest, statusCode, error) => {
    expect(await postTo(onRequest)).toMatchObject({ statusCode, error });
    await gone();
  });

  // All at once, as the time is long enough for a busy machine to get as far as each of them lets it.
  it('and never answers, drips its head or its body, or hints at it for ever is waited for just so long', async () => {
    const slow: [(socket: Socket) => void, number | null, string][] = [
      [() => undefined, null, 'no response was received'],
      [(s) => drip(s, `${HEAD}a: `), null, 'no response was received'],
      [(s) => drip(s, `${HEAD}content-length: 9999\r\n\r\n`), 200, 'the response did not end'],
      [(s) => s.write('HTTP/1.1 103 Early Hints\r\n\r\n'), null, 'no response was received'],
    ];
    const receivers = await Promise.all(slow.map(([onRequest]) => startRawReceiver(onRequest)));
    const out = (egress = createEgress(POLICY, { timeoutMs: 1_000 }));
    const answers = await Promise.all(
      receivers.map(({ port }) => out.post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}' })),
    );
    const expected = slow.map(([, statusCode, what]) => ({ statusCode, error: `took longer than 1 s: ${what}` }));
    expect(answers).toMatchObject(expected);
    expect(Math.min(...answers.map(({ durationMs }) => durationMs))).toBeGreaterThanOrEqual(999);
    await until(() => receivers.every(({ open }) => open === 0) && out.state().connections === 0);
    expect(out.state()).toEqual({ connections: 0, idle: 0, waiting: 0, origins: 0 });
    await Promise.all(receivers.map((each) => each.close()));
  });

  // It said 2xx: nothing is wrong with the delivery, and nothing of the rest is wanted.
  it.each([
    ['with its length', `${HEAD}content-length: ${LARGE_BYTES}\r\n\r\n`],
    ['without', HEAD + '\r\n'],
  ])('and answers 100 MB %s is read for 16 KiB and left', async (_, head) => {
    let taken = 0;
    const answer = await postTo((socket) => {
      socket.write(head);
      flood(socket, 'x'.repeat(65_536), (bytes) => {
        taken += bytes;
        if (taken >= LARGE_BYTES) socket.destroy();
      });
    });
    expect(answer).toMatchObject({ statusCode: 200, error: null, response: new Uint8Array(1_024).fill(0x78) });
    await gone();
    expect(taken).toBeLessThan(IN_FLIGHT_BYTES);
  });

  it('and does not listen gets that error', async () => {
    const { port, close } = await startRawReceiver(() => undefined);
    await close();
    egress = createEgress(POLICY);
    const answer = await egress.post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '' });
    expect(answer).toMatchObject({ statusCode: null, error: 'the connection was refused' });
    expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
  });

  // Unrequested data on a connection could pass for the response to the next delivery.
  it('and answers twice is not believed the second time', async () => {
    let requests = 0;
    receiver = await startRawReceiver((socket) => {
      const answer = () => {
        requests += 1;
        socket.write('HTTP/1.1 204 No Content\r\n\r\n' + 'HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n');
      };
      answer();
      socket.on('data', answer);
    });
    egress = createEgress(POLICY);
    const statuses: unknown[] = [];
    for (let n = 0; n < 3; n += 1) {
      statuses.push(
        (await egress.post({ url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: '' })).statusCode,
      );
    }
    expect([statuses, requests]).toEqual([[204, 204, 204], 3]);
  });
});
