import { failureOf } from '../test/scripted';
import { respond, type Handler, TestServer } from '../test/server';
import { ApiError, ConnectionError, Droptrack, InvalidAnswerError, NotFoundError, TimeoutError } from './index';

/** Responses as they arrive over a real network, possibly damaged. */
const server = new TestServer();
const elsewhere = new TestServer();
beforeAll(async () => void (await Promise.all([server.start(), elsewhere.start()])));
afterAll(async () => void (await Promise.all([server.stop(), elsewhere.stop()])));

const DROP = { id: 'linea', hype_score: 65 };
const HTML = '<html><body>Please log in</body></html>';

describe('a response that is not from the API', () => {
  it.each<[string, Handler, RegExp]>([
    ['not JSON', respond(200, 'ok'), /\(200, text\/html\) is not a JSON object/],
    ['a page of HTML', respond(200, HTML, { 'x-request-id': 'req_1' }), /text\/html/],
    ['empty', respond(200), /\(200, empty\)/],
    ['204', respond(204), /\(204, empty\)/],
    ['a text', respond(200, '"linea"'), /not a JSON object/],
    ['null', respond(200, 'null'), /not a JSON object/],
    ['an array', respond(200, [DROP]), /not a JSON object/],
    ['half of its JSON, and no length', respond(200, '{"id":"lin', { connection: 'close' }), /not a JSON object/],
  ])('throws InvalidAnswerError without a retry: %s', async (_, turn, message) => {
    const error = await failureOf(server.client([turn]).drops.get('linea'));
    expect(error).toBeInstanceOf(InvalidAnswerError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).cause).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  it('contains the request id of an HTML page', async () => {
    const client = server.client([respond(200, HTML, { 'x-request-id': 'req_1' })]);
    expect(await failureOf(client.me())).toMatchObject({ code: 'invalid_answer', requestId: 'req_1' });
  });

  // A wrong baseUrl must not look like an absent drop.
  it.each([HTML, '', '{"message":"Not Found"}'])(
    'throws InvalidAnswerError for a 404 that is not of the API: %s',
    async (body) => {
      const error = await failureOf(server.client([respond(404, body)]).drops.get('linea'));
      expect(error).toBeInstanceOf(InvalidAnswerError);
      expect((error as Error).message).toMatch(/^The response \(404, .*\) is not a JSON object of the API$/);
      expect(server.requests).toHaveLength(1);
    },
  );

  it('throws an ApiError for an error page of a proxy', async () => {
    const error = await failureOf(server.client([respond(502, HTML)]).drops.get('linea'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 502, code: 'unknown', detail: '' });
    expect((error as Error).message).toBe('502 unknown: the response is text/html, not a problem of the API');
    expect(server.requests).toHaveLength(3);
  });

  // Some proxies turn every response into a success.
  it('throws the problem of the body, regardless of the status', async () => {
    const problem = { status: 404, code: 'drop_not_found', detail: 'There is none', request_id: 'req_1' };
    const error = await failureOf(server.client([respond(200, problem)]).drops.get('nope'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'drop_not_found', detail: 'There is none', requestId: 'req_1' });
  });
});

describe('a lost connection', () => {
  const cutInBody: Handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
    setTimeout(() => response.socket.destroy(), 20);
  };
  const cutAtOnce: Handler = (_, response) => response.socket.destroy();
  const notCompressed = respond(200, DROP, { 'content-encoding': 'gzip' });

  it.each<[string, Handler]>([
    ['at once', cutAtOnce],
    ['in the middle of the body', cutInBody],
    ['by a body that is not what its encoding says', notCompressed],
  ])('is retried: %s', async (_, turn) => {
    expect(await server.client([turn, turn, respond(200, DROP)]).drops.get('linea')).toEqual(DROP);
    const error = await failureOf(server.client([turn]).drops.get('linea'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(3);
  });

  it('is retried with the body of a check', async () => {
    const client = server.client([cutAtOnce, respond(200, { status: 'pending' })]);
    expect(await client.eligibility.check({ wallet: '0x00', drop: 'linea' })).toEqual({ status: 'pending' });
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  it('reports the reason of a failed connection', async () => {
    const gone = await new TestServer().start();
    const client = gone.client([respond(200)], { maxRetries: 0 });
    await gone.stop();
    const error = await failureOf(client.me());
    expect(error).toMatchObject({ code: 'connection_failed', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect((error as Error).message).toMatch(/^Could not connect to http:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED /);
  });

  it('reports a host that does not exist', async () => {
    const client = new Droptrack({ apiKey: 'dtk_x', baseUrl: 'http://no-such-host.invalid', maxRetries: 0 });
    expect(((await failureOf(client.me())) as Error).message).toMatch(
      /: getaddrinfo (ENOTFOUND|EAI_AGAIN) no-such-host/,
    );
  });
});

describe('a slow server', () => {
  const silent: Handler = () => undefined;
  const dripping: Handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 10);
    response.socket.on('close', () => clearInterval(drip));
  };

  it.each([
    ['that never responds', silent],
    ['that drips its body', dripping],
  ])('causes a timeout after timeoutMs: one %s', async (_, turn) => {
    let attempts = 0;
    // Counted in the client: on a busy machine an attempt can time out before the server receives it.
    const counting: typeof fetch = (...request) => {
      attempts += 1;
      return fetch(...request);
    };
    // A separate server: an attempt that timed out can arrive later.
    const slow = await new TestServer().start();
    const error = await failureOf(slow.client([turn], { timeoutMs: 500, maxRetries: 1, fetch: counting }).me());
    await slow.stop();
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as Error).message).toContain('500 ms');
    expect(attempts).toBe(2);
  });
});

describe('a redirect', () => {
  const turns = (status: number, location: string) => [respond(status, HTML, { location }), respond(200, DROP)];

  it.each([301, 302, 303, 307, 308])('of status %i does not send the key to another host', async (status) => {
    const there = elsewhere.client([respond(200, DROP)]);
    const client = server.client(turns(status, `${elsewhere.url}/v1/drops/linea`));
    const error = await failureOf(client.drops.get('linea'));
    expect(error).toBeInstanceOf(InvalidAnswerError);
    expect((error as Error).message).toContain(`${elsewhere.url}/v1/drops/linea`);
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
    // The other host would have responded.
    expect(await there.drops.get('linea')).toEqual(DROP);
  });

  it('does not send a wallet to another host', async () => {
    elsewhere.client([respond(200, {})]);
    const client = server.client(turns(307, `${elsewhere.url}/v1/eligibility`));
    const failed = failureOf(client.eligibility.check({ wallet: '0x00', drop: 'linea' }));
    expect(await failed).toMatchObject({ code: 'invalid_answer' });
    expect(elsewhere.requests).toEqual([]);
  });

  // The API sends no redirects, so every redirect is from another server.
  it('is not followed to the same host', async () => {
    expect(await failureOf(server.client(turns(308, '/v2/drops/linea')).drops.get('linea'))).toMatchObject({
      code: 'invalid_answer',
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('an id', () => {
  it.each([
    ['a/b', '/v1/drops/a%2Fb'],
    ['ä b', '/v1/drops/%C3%A4%20b'],
    ['%2e%2e', '/v1/drops/%252e%252e'],
    ['a?b#c', '/v1/drops/a%3Fb%23c'],
  ])('reaches the server unchanged: %s', async (id, path) => {
    await server.client([respond(200, DROP)]).drops.get(id);
    expect(server.requests.map(({ url }) => url)).toEqual([path]);
  });

  it.each(['', '.', '..', undefined, null, 7, '\ud800'])('that a path cannot contain is not sent: %p', async (id) => {
    const client = server.client([respond(200, DROP)]);
    expect(await failureOf(client.drops.get(id as string))).toMatchObject({ code: 'invalid_usage' });
    expect(server.requests).toEqual([]);
  });
});

describe('the URL of the API', () => {
  it.each(['', '/', '/v1', '/v1/', '/behind/a/path', '/behind/a/path/', '/behind/a/path/v1/'])(
    'may end with %p',
    async (end) => {
      await server.client([respond(200, DROP)], { baseUrl: `${server.url}${end}` }).drops.get('linea');
      const path = end.startsWith('/behind') ? '/behind/a/path/v1/drops/linea' : '/v1/drops/linea';
      expect(server.requests.map(({ url }) => url)).toEqual([path]);
    },
  );
});
