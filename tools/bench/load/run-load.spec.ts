import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequest } from '../../load/requests';
import type { LoadJob } from './job';
import { repeated } from './load-process';
import { runLoad } from './run-load';

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
    return { ...load, otherStatus: null, ...processes, durationMs: 200, perSecond: 100, ...options };
  };

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('sends as many requests as its rate and duration say, after one for the body', async () => {
    const result = await runLoad(await jobOf(0));
    expect([answered, result.answers, result.next, result.body]).toEqual([21, 20, 21, 'ok']);
  });

  it('sends over each connection as fast as it is answered', async () => {
    // The end comes by responses, as no machine sends a known number of requests in a time.
    const twenty = async (): Promise<void> => {
      while (answered < 21) await once(server as Server, 'request');
    };
    const result = await runLoad(await jobOf(0, { perSecond: null }), twenty);
    expect(result.answers).toBeGreaterThanOrEqual(18);
    // All requests that were counted or in flight at the end were answered.
    expect(answered).toBe(result.next);
    expect([result.p99Ms > 0, result.elapsedMs > 0]).toEqual([true, true]);
  });

  it.each([[100], [null]])('rejects a response with another status, at rate %s', async (perSecond) => {
    await expect(runLoad(await jobOf(0, { perSecond, status: 200 }, 429))).rejects.toThrow('429');
  });

  // A bucket gets tokens while its rejections are measured.
  it('takes the other status of a job', async () => {
    const { answers } = await runLoad(await jobOf(0, { status: 429, otherStatus: 200 }, 200));
    expect(answers).toBe(20);
  });
});
