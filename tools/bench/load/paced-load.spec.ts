import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { wireRequest } from '../http/requests';
import type { PacedJob } from './job';
import { runPaced } from './paced-load';
import { again } from './subject';

describe('runPaced', () => {
  let server: Server | undefined;
  let answered = 0;

  /** A server that keeps every answer back until a while after it was first asked. */
  const stalledFor = async (ms: number, status = 200): Promise<PacedJob> => {
    answered = 0;
    let ready: Promise<void> | undefined;
    server = createServer((_request, response) => {
      ready ??= sleep(ms);
      void ready.then(() => {
        answered += 1;
        response.writeHead(status, { 'content-length': 2 }).end('ok');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const load = { port, requests: again(wireRequest('/', 'k')), status: 200, serverPid: process.pid };
    return { ...load, connections: 2, durationMs: 200, perSecond: 100 };
  };

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('asks as often as its pace and time say', async () => {
    await runPaced(await stalledFor(0));
    expect(answered).toBe(20);
  });

  // A load that waits with its next request for the last answer would count two slow answers of twenty.
  it('counts the wait of requests that found every connection busy', async () => {
    const { p50Ms } = await runPaced(await stalledFor(300));
    expect(p50Ms).toBeGreaterThan(100);
    expect(answered).toBe(20);
  });

  it('fails with the first answer that is not as expected', async () => {
    await expect(runPaced(await stalledFor(0, 429))).rejects.toThrow('429');
  });
});
