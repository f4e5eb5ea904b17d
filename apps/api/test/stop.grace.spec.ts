import { once } from 'node:events';
import { connect } from 'node:net';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { until } from './until';

describe('a shutdown with a grace', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startApi([dropDefinition('linea')]);
  });
  const get = (url: string) => fetch(url, { headers: { authorization: `Bearer ${api.keys.pro}` } });

  it('is seen by balancers at once, while requests are served on connections that close', async () => {
    const url = await api.listen();
    await get(`${url}/v1/drops`);
    const stopped = api.stop({ graceMs: 1_000 });
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    // By the framework, then from the response cache.
    for (let n = 0; n < 3; n += 1) {
      const response = await get(`${url}/v1/drops`);
      expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    }
    await stopped;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  // The system has accepted it for the process: its client could not know.
  it('serves a connection that was opened before its end, and whose request comes after', async () => {
    const url = new URL(await api.listen());
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    // Accepted after it.
    await fetch(`${url.origin}/healthz`);
    const stopped = api.stop({ graceMs: 1 });
    await until(
      async () =>
        !(await fetch(`${url.origin}/healthz`).then(
          () => true,
          () => false,
        )),
    );
    socket.write(`GET /v1/drops HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.keys.pro}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/i);
    await stopped;
  });
});
