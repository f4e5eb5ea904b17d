import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveOperations } from '@droptrack/program/metrics';
import { Controller, Get } from '@nestjs/common';
import { Public } from '../src/platform/auth/requires-plan.decorator';
import { createBareApi } from './bare-api';

const SLOW_MS = 400;
let inFlight = 0;

@Public()
@Controller('examples')
class SlowController {
  @Get('slow')
  slow(): Promise<{ ok: true }> {
    inFlight += 1;
    return new Promise((resolve) => setTimeout(() => resolve({ ok: true }), SLOW_MS));
  }
}

/** Status of a response, or code of the error. */
function ask(port: number, path: string, agent: Agent): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    get({ port, path, agent, host: '127.0.0.1' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}

describe('shutdown', () => {
  it('completes requests in flight, and rejects new ones', async () => {
    const api = await createBareApi([SlowController]);
    await api.app.listen(0, '127.0.0.1');
    const { port } = api.server.server.address() as AddressInfo;
    const [busy, kept] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true, maxSockets: 1 })];
    expect(await ask(port, '/healthz', kept)).toBe(200);

    const slow = ask(port, '/examples/slow', busy);
    // When the shutdown starts, one connection has a request in flight, and one a client that sends further requests.
    const late = ask(port, '/examples/slow', kept).then(() => ask(port, '/readyz', kept));
    while (inFlight < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const stopped = api.stop();
    while ((await ask(port, '/healthz', new Agent())) !== 'ECONNREFUSED');
    expect(await slow).toBe(200);
    expect([503, 'ECONNREFUSED', 'ECONNRESET']).toContain(await late);
    await stopped;
    busy.destroy();
    kept.destroy();
  });
});

describe('metrics', () => {
  it('are served on their own port, by route and status', async () => {
    const api = await createBareApi([]);
    await api.get('/v1/drops');
    await api.get('/v1/drops/unknown');
    const address = { host: '127.0.0.1', port: 0 };
    const server = await serveOperations('METRICS_PORT', address, api.metrics.registry);
    const root = `http://127.0.0.1:${server.port}`;
    const text = await (await fetch(`${root}/metrics`)).text();
    expect(text).toContain('droptrack_http_answers_total{route="/v1/drops",status="200"} 1');
    expect(text).toContain('droptrack_http_answers_total{route="/v1/drops/:id",status="404"} 1');
    expect(text).toMatch(/droptrack_log_staleness_seconds \d/);
    expect((await fetch(`${root}/other`)).status).toBe(404);
    await server.stop();
    await api.stop();
  });
});
