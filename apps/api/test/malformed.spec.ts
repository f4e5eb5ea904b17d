import { type AddressInfo, connect, type Socket } from 'node:net';
import { Controller, Get, Post } from '@nestjs/common';
import { pipelineOf } from '../src/platform/server/http-server';
import { Public } from '../src/platform/auth/requires-plan.decorator';
import { schemaViolations } from './schema-violations';
import { createBareApi } from './bare-api';
import { until } from './until';

/** Callbacks that complete slow responses. */
const slow: (() => void)[] = [];

@Public()
@Controller('examples')
class ExamplesController {
  @Get('slow')
  slow(): Promise<{ ok: true }> {
    return new Promise((resolve) => slow.push(() => resolve({ ok: true })));
  }

  @Post('body')
  body(): { ok: true } {
    return { ok: true };
  }
}

describe('malformed requests', () => {
  let api: Awaited<ReturnType<typeof createBareApi>>;
  let accepted: Socket | null = null;
  beforeAll(async () => {
    api = await createBareApi([ExamplesController]);
    await api.app.listen(0, '127.0.0.1');
    api.server.server.on('connection', (socket: Socket) => (accepted = socket));
  });
  afterAll(() => api.stop());

  /** Sends bytes; returns everything received until the connection closes. */
  function exchange(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = '';
      const client = connect((api.server.server.address() as AddressInfo).port, '127.0.0.1', () => client.write(bytes));
      client.on('data', (chunk: Buffer) => (text += chunk.toString()));
      client.on('error', reject).on('close', () => resolve(text));
    });
  }

  function responseIn(text: string) {
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const [status = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    return { status: Number(status.split(' ')[1]), headers, body: body === '' ? null : (JSON.parse(body) as object) };
  }

  function expectProblem(text: string, status: number, code: string, instance: string): void {
    const response = responseIn(text);
    const { 'x-request-id': requestId } = response.headers;
    expect(response).toMatchObject({
      status,
      headers: {
        'x-request-id': expect.stringMatching(/^req_/) as string,
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        connection: 'close',
      },
      body: {
        status,
        code,
        instance,
        request_id: requestId,
        type: `http://api.test/problems/${code.replaceAll('_', '-')}`,
      },
    });
    expect(schemaViolations('body', { $ref: '#/components/schemas/Problem' }, response.body)).toEqual([]);
  }

  const POST = 'POST /examples/body HTTP/1.1\r\nHost: a\r\n';
  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, 'malformed_request', '/'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400, 'malformed_request', '/'],
    ['two lengths', `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'malformed_request', '/'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'malformed_request', '/healthz'],
    ['a broken chunk', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, 'malformed_request', '/examples/body'],
    ['large headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large', '/'],
    [
      'an expectation',
      `${POST}Expect: a-miracle\r\nContent-Length: 2\r\n\r\n`,
      417,
      'expectation_failed',
      '/examples/body',
    ],
  ])('receive a problem with a request id: %s', async (_, bytes, status, code, instance) => {
    expectProblem(await exchange(bytes), status, code, instance);
  });

  it('receive a problem with a request id: an incomplete request', async () => {
    accepted = null;
    const text = exchange(`${POST}Content-Length: 10\r\n\r\nhello`);
    await until(() => Promise.resolve(accepted !== null && pipelineOf(accepted)?.latest !== null));
    // As Node does after its timeout.
    const error = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    api.server.server.emit('clientError', error, accepted!);
    expectProblem(await text, 408, 'request_timeout', '/examples/body');
  });

  it('keep the request id of the client if it was received', async () => {
    const id = '0b0f3c2e-5a4d-4c1b-9f3e-7d2a1b6c8e90';
    const text = await exchange(`${POST}X-Request-Id: ${id}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(responseIn(text)).toMatchObject({ headers: { 'x-request-id': id }, body: { request_id: id } });
  });

  // Out of order, the client would assign the response to another request.
  it('receive their response after those of earlier requests', async () => {
    const text = exchange('GET /examples/slow HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n');
    await until(() => Promise.resolve(slow.length > 0));
    slow.splice(0).forEach((finish) => finish());
    const [first = '', second = ''] = (await text).split(/(?=HTTP\/1\.1 400)/);
    expect(first).toMatch(/^HTTP\/1\.1 200 [^]*\{"ok":true\}$/);
    expectProblem(second, 400, 'malformed_request', '/');
  });

  describe('behind an open response', () => {
    const SLOW = 'GET /examples/slow HTTP/1.1\r\nHost: a\r\n\r\n';
    const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\nzz\r\n';

    /** Sends bytes, and completes slow responses until the connection closes; returns the statuses in order. */
    async function statusesOf(bytes: string, beforeSlow = (): void => undefined): Promise<number[]> {
      let isClosed = false;
      const exchanged = exchange(bytes).finally(() => (isClosed = true));
      await until(() => Promise.resolve(slow.length > 0));
      beforeSlow();
      await until(() => {
        slow.splice(0).forEach((complete) => complete());
        return Promise.resolve(isClosed);
      });
      const text = await exchanged;
      return [...text.matchAll(/HTTP\/1\.1 (\d\d\d)/g)].map(([, status]) => Number(status));
    }

    afterEach(async () => {
      expect(responseIn(await exchange('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).status).toBe(
        200,
      );
    });

    // Any client can send this; an unhandled error would end the process.
    it('are rejected once it is complete: an invalid chunk', async () => {
      expect(await statusesOf(`${SLOW}${POST}${CHUNKED}`)).toEqual([200, 400]);
    });

    it('are rejected once it is complete: a body that times out', async () => {
      const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      const bytes = `${SLOW}${POST}Content-Length: 10\r\n\r\nhello`;
      const expire = () => void api.server.server.emit('clientError', timeout, accepted!);
      expect(await statusesOf(bytes, expire)).toEqual([200, 408]);
    });

    it('are rejected once it is complete: an invalid chunk beyond the 16 requests in flight', async () => {
      const statuses = await statusesOf(`${SLOW.repeat(40)}${POST}${CHUNKED}`);
      expect(statuses).toEqual([...Array<number>(40).fill(200), 400]);
    });

    it('keep the response that their headers have already caused', async () => {
      expect(await statusesOf(`${SLOW}${POST}Expect: a-miracle\r\n${CHUNKED}`)).toEqual([200, 417]);
    });

    it('receive no response after one that closes the connection', async () => {
      const closing = SLOW.replace('Host: a', 'Host: a\r\nConnection: close');
      expect(await statusesOf(`${closing}${POST}${CHUNKED}`)).toEqual([200]);
      // The first response is a rejection that closes by itself.
      const withoutHost = 'GET /healthz HTTP/1.1\r\n\r\n';
      expect((await exchange(`${withoutHost}${POST}${CHUNKED}`)).match(/HTTP\/1\.1 \d\d\d/g)).toHaveLength(1);
    });

    it('are discarded if the client disconnects before it is complete', async () => {
      accepted = null;
      const { port } = api.server.server.address() as AddressInfo;
      const client = connect(port, '127.0.0.1', () => client.write(`${SLOW}${POST}${CHUNKED}`));
      await until(() => Promise.resolve(slow.length > 0));
      client.resetAndDestroy();
      await until(() => Promise.resolve(accepted!.destroyed));
      slow.splice(0).forEach((complete) => complete());
    });
  });

  it('receive one response if their route does not read the body', async () => {
    const text = await exchange('GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n');
    expect(text.match(/HTTP\/1\.1 \d\d\d/g)).toHaveLength(1);
  });

  it('are counted like other responses', async () => {
    expect(await api.metrics.registry.metrics()).toMatch(/droptrack_http_answers_total\{route="none",status="431"\} 1/);
  });

  it('do not include 100-continue, which is supported', async () => {
    const text = await exchange(`${POST}Expect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 (201|200|401) /);
  });
});
