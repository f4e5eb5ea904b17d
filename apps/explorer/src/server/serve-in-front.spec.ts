import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { siteOf } from './testing';

interface Sent {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends a request over a connection of its own. */
const send = (port: number, headers: Readonly<Record<string, string>>, path = '/?n=1'): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, path, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        delete response.headers.date;
        const body = Buffer.concat(pieces).toString('base64');
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
    });
    sent.on('error', reject).end();
  });

/** A site behind a proxy of this machine. */
async function listening(pagesPerMinute = 300) {
  const site = siteOf(undefined, undefined, { trustedProxies: ['127.0.0.1'], limits: { pagesPerMinute } });
  const framework = { requests: 0 };
  site.app.addHook('onRequest', (_request, _reply, done) => {
    framework.requests += 1;
    done();
  });
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...site, framework, port: (site.app.server.address() as AddressInfo).port };
}

describe('a page in front of the framework', () => {
  it.each([['identity'], ['gzip'], ['br'], ['br;q=0.1, gzip;q=0.9']])(
    'is the response, the log line and the count of the framework (%s)',
    async (coding) => {
      const { app, port, framework, log, metrics, requests } = await listening();
      const headers = { 'accept-encoding': coding, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
      const rendered = await send(port, headers);
      const inFront = await send(port, headers);
      await app.close();
      expect(inFront).toEqual(rendered);
      expect([requests.length, framework.requests]).toEqual([1, 1]);
      const lines = log()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { time: string; ms: number });
      const [first, second] = lines.map(({ time: _, ms: __, ...rest }) => rest);
      expect(second).toEqual(first);
      expect(await metrics.registry.metrics()).toContain('droptrack_pages_total{route="/",status="200"} 2');
    },
  );

  it('takes a page of the visitor, whom the proxy names, and leaves the limit to the framework', async () => {
    const { app, port, framework } = await listening(2);
    const statuses: (number | undefined)[] = [];
    for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8']) {
      statuses.push((await send(port, { 'x-forwarded-for': address })).status);
    }
    await app.close();
    expect(statuses).toEqual([200, 200, 429, 200]);
    expect(framework.requests).toBe(2);
  });

  it('is not sent where the client has it, nor once it is old', async () => {
    const { app, port, clock, requests } = await listening();
    const { headers } = await send(port, {});
    expect((await send(port, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
    clock.ms += 6_000;
    expect((await send(port, {})).status).toBe(200);
    await app.close();
    expect(requests).toHaveLength(2);
  });
});
