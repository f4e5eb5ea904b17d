import { type AddressInfo, connect, type Socket } from 'node:net';
import { Controller, Get, Post } from '@nestjs/common';
import { pipelineOf } from '../src/platform/server/pipeline';
import { Public } from '../src/platform/auth/requires-plan.decorator';
import { schemaFaults } from './schema-faults';
import { standInApi } from './stand-in';
import { until } from './until';

/** Ends responses when a test says so. */
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

describe('what is no request', () => {
  let api: Awaited<ReturnType<typeof standInApi>>;
  let accepted: Socket | null = null;
  beforeAll(async () => {
    api = await standInApi([ExamplesController]);
    await api.app.listen(0, '127.0.0.1');
    api.server.server.on('connection', (socket: Socket) => (accepted = socket));
  });
  afterAll(() => api.stop());

  /** Sends bytes and brings all that comes back until the connection closes. */
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
    expect(schemaFaults('body', { $ref: '#/components/schemas/Problem' }, response.body)).toEqual([]);
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
  ])('gets a problem document with its request id: %s', async (_, bytes, status, code, instance) => {
    expectProblem(await exchange(bytes), status, code, instance);
  });

  it('gets a problem document with its request id: a request that does not arrive whole', async () => {
    accepted = null;
    const text = exchange(`${POST}Content-Length: 10\r\n\r\nhello`);
    await until(() => Promise.resolve(accepted !== null && pipelineOf(accepted)?.latest !== null));
    // As Node does once its time is over.
    const error = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    api.server.server.emit('clientError', error, accepted!);
    expectProblem(await text, 408, 'request_timeout', '/examples/body');
  });

  it('keeps an id of the client, where one was read', async () => {
    const id = '0b0f3c2e-5a4d-4c1b-9f3e-7d2a1b6c8e90';
    const text = await exchange(`${POST}X-Request-Id: ${id}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expect(responseIn(text)).toMatchObject({ headers: { 'x-request-id': id }, body: { request_id: id } });
  });

  // A response in the place of another one would be taken for the answer to another request.
  it('is answered after the responses to the requests before it', async () => {
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

    /** Sends bytes, and completes slow responses until the connection closes; the statuses that came back, in order. */
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

    // No key is needed for this: a failure here would end the process.
    it('is rejected once that is complete: a broken chunk', async () => {
      expect(await statusesOf(`${SLOW}${POST}${CHUNKED}`)).toEqual([200, 400]);
    });

    it('is rejected once that is complete: a body that does not arrive in time', async () => {
      const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      const bytes = `${SLOW}${POST}Content-Length: 10\r\n\r\nhello`;
      const expire = () => void api.server.server.emit('clientError', timeout, accepted!);
      expect(await statusesOf(bytes, expire)).toEqual([200, 408]);
    });

    it('is rejected once that is complete: a broken chunk beyond the 16 requests in flight', async () => {
      const statuses = await statusesOf(`${SLOW.repeat(40)}${POST}${CHUNKED}`);
      expect(statuses).toEqual([...Array<number>(40).fill(200), 400]);
    });

    it('keeps the response that its own headers had already caused', async () => {
      expect(await statusesOf(`${SLOW}${POST}Expect: a-miracle\r\n${CHUNKED}`)).toEqual([200, 417]);
    });

    it('gets no response after one that closes the connection', async () => {
      const closing = SLOW.replace('Host: a', 'Host: a\r\nConnection: close');
      expect(await statusesOf(`${closing}${POST}${CHUNKED}`)).toEqual([200]);
      // The first response is a rejection that closes by itself.
      const withoutHost = 'GET /healthz HTTP/1.1\r\n\r\n';
      expect((await exchange(`${withoutHost}${POST}${CHUNKED}`)).match(/HTTP\/1\.1 \d\d\d/g)).toHaveLength(1);
    });

    it('is discarded where the client leaves before that is complete', async () => {
      accepted = null;
      const { port } = api.server.server.address() as AddressInfo;
      const client = connect(port, '127.0.0.1', () => client.write(`${SLOW}${POST}${CHUNKED}`));
      await until(() => Promise.resolve(slow.length > 0));
      client.resetAndDestroy();
      await until(() => Promise.resolve(accepted!.destroyed));
      slow.splice(0).forEach((complete) => complete());
    });
  });

  it('gets one response, although its route answers without a body', async () => {
    const text = await exchange('GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n');
    expect(text.match(/HTTP\/1\.1 \d\d\d/g)).toHaveLength(1);
  });

  it('is counted, as every other answer', async () => {
    expect(await api.metrics.registry.metrics()).toMatch(/droptrack_http_answers_total\{route="none",status="431"\} 1/);
  });

  it('100-continue is met', async () => {
    const text = await exchange(`${POST}Expect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 (201|200|401) /);
  });
});
