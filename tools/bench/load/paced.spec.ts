import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadJob } from './job';
import { repeated } from './load-process';
import { sendPaced, totalOf } from './paced';
import { getRequest } from './requests';
import { runLoad } from './run-load';

describe('totalOf', () => {
  it('is the rate times the duration, and at least one request', () => {
    expect([totalOf({ perSecond: 4, durationMs: 1_000 }), totalOf({ perSecond: 0.1, durationMs: 100 })]).toEqual([
      4, 1,
    ]);
  });
});

describe('sendPaced', () => {
  const load = { perSecond: 100, durationMs: 200, concurrency: 2, afterEnd: 'send', tickMs: 1 } as const;

  it('sends no request before it is due, and none beyond its duration', async () => {
    const began = performance.now();
    const sentMs: number[] = [];
    await sendPaced(load, async () => void sentMs.push(performance.now() - began));
    expect(sentMs).toHaveLength(20);
    sentMs.forEach((ms, number) => expect(ms).toBeGreaterThanOrEqual(10 * number - 1));
  });

  it('sends late requests after the end, or drops them', async () => {
    const slow = (): Promise<void> => sleep(150);
    expect((await sendPaced(load, slow)).sent).toBe(20);
    expect((await sendPaced({ ...load, afterEnd: 'drop' }, slow)).sent).toBeLessThan(20);
  });

  it('rejects with the first failure', async () => {
    await expect(sendPaced(load, () => Promise.reject(new Error('no response')))).rejects.toThrow('no response');
  });
});

describe('runLoad', () => {
  let server: Server | undefined;
  let answered = 0;

  /** A job for a server that delays every response until a while after the first request. */
  const jobOf = async (delayMs: number, options: Partial<LoadJob> = {}, status = 200): Promise<LoadJob> => {
    answered = 0;
    let ready: Promise<void> | undefined;
    server = createServer((_request, response) => {
      ready ??= sleep(delayMs);
      void ready.then(() => {
        answered += 1;
        response.writeHead(status, { 'content-length': 2 }).end('ok');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const processes = { serverPid: process.pid, databasePids: [] };
    const load = { port, requests: repeated(getRequest('/', 'k')), from: 0, status: 200, connections: 2 };
    return { ...load, ...processes, durationMs: 200, perSecond: 100, ...options };
  };

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('sends as many requests as its rate and duration say, after one for the body', async () => {
    const result = await runLoad(await jobOf(0));
    expect([answered, result.answers, result.next, result.body]).toEqual([21, 20, 21, 'ok']);
  });

  // Latency from the send, not from when the request was due, would count two slow responses of twenty.
  it('counts the wait of requests that found no free connection', async () => {
    let calls = 0;
    const { latenciesMs } = await sendPaced(
      { perSecond: 100, durationMs: 200, concurrency: 2, afterEnd: 'send', tickMs: 1 },
      () => sleep((calls += 1) <= 2 ? 300 : 0),
    );
    expect(latenciesMs.toSorted((a, b) => a - b)[10]).toBeGreaterThan(100);
  });

  it('sends over each connection as fast as it is answered', async () => {
    const result = await runLoad(await jobOf(0, { perSecond: null, durationMs: 100 }));
    expect(result.answers).toBeGreaterThan(10);
    // All requests that were counted or in flight at the end were answered.
    expect(answered).toBe(result.next);
    expect([result.p99Ms > 0, result.elapsedMs >= 99]).toEqual([true, true]);
  });

  it.each([[100], [null]])('rejects a response with another status, at rate %s', async (perSecond) => {
    await expect(runLoad(await jobOf(0, { perSecond, status: 200 }, 429))).rejects.toThrow('429');
  });
});
