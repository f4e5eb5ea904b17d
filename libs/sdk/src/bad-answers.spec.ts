import { failureOf } from '../test/scripted';
import { answer, type Handler, TestServer } from '../test/server';
import { ApiError, ConnectionError, Droptrack, InvalidAnswerError, NotFoundError, TimeoutError } from './index';

/** As from a real network, where answers come broken. */
const server = new TestServer();
const elsewhere = new TestServer();
beforeAll(async () => void (await Promise.all([server.start(), elsewhere.start()])));
afterAll(async () => void (await Promise.all([server.stop(), elsewhere.stop()])));

const DROP = { id: 'linea', hype_score: 65 };
const HTML = '<html><body>Please log in</body></html>';

describe('an answer that is none of the API', () => {
  it.each<[string, Handler, RegExp]>([
    ['no JSON', answer(200, 'ok'), /\(200, text\/html\) is no JSON object/],
    ['a page of HTML', answer(200, HTML, { 'x-request-id': 'req_1' }), /text\/html/],
    ['empty', answer(200), /\(200, empty\)/],
    ['204', answer(204), /\(204, empty\)/],
    ['a text', answer(200, '"linea"'), /no JSON object/],
    ['null', answer(200, 'null'), /no JSON object/],
    ['an array', answer(200, [DROP]), /no JSON object/],
    ['half of its JSON, and no length', answer(200, '{"id":"lin', { connection: 'close' }), /no JSON object/],
  ])('is told apart, and not asked for again: %s', async (_, turn, message) => {
    const error = await failureOf(server.client([turn]).drops.get('linea'));
    expect(error).toBeInstanceOf(InvalidAnswerError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).cause).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  it('names the request that a page of HTML answers', async () => {
    const client = server.client([answer(200, HTML, { 'x-request-id': 'req_1' })]);
    expect(await failureOf(client.me())).toMatchObject({ code: 'invalid_answer', requestId: 'req_1' });
  });

  it('is a failure of the API behind a proxy that says so, in HTML too', async () => {
    const error = await failureOf(server.client([answer(502, HTML)]).drops.get('linea'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 502, code: 'unknown', detail: '' });
    expect((error as Error).message).toBe('502 unknown: the answer is text/html, no problem of the API');
    expect(server.requests).toHaveLength(3);
  });

  // Some proxies make every answer a success.
  it('is the problem that it holds, whatever its status', async () => {
    const problem = { status: 404, code: 'drop_not_found', detail: 'There is none', request_id: 'req_1' };
    const error = await failureOf(server.client([answer(200, problem)]).drops.get('nope'));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'drop_not_found', detail: 'There is none', requestId: 'req_1' });
  });
});

describe('a connection that is lost', () => {
  const cutInBody: Handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
    setTimeout(() => response.socket.destroy(), 20);
  };
  const cutAtOnce: Handler = (_, response) => response.socket.destroy();
  const notCompressed = answer(200, DROP, { 'content-encoding': 'gzip' });

  it.each<[string, Handler]>([
    ['at once', cutAtOnce],
    ['in the middle of the body', cutInBody],
    ['by a body that is not what its encoding says', notCompressed],
  ])('is tried again: %s', async (_, turn) => {
    expect(await server.client([turn, turn, answer(200, DROP)]).drops.get('linea')).toEqual(DROP);
    const error = await failureOf(server.client([turn]).drops.get('linea'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(3);
  });

  it('is tried again with the body of a check', async () => {
    const client = server.client([cutAtOnce, answer(200, { status: 'pending' })]);
    expect(await client.eligibility.check({ wallet: '0x00', drop: 'linea' })).toEqual({ status: 'pending' });
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
  });

  it('tells why nobody listens', async () => {
    const gone = await new TestServer().start();
    const client = gone.client([answer(200)], { maxRetries: 0 });
    await gone.stop();
    const error = await failureOf(client.me());
    expect(error).toMatchObject({ code: 'connection_failed', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect((error as Error).message).toMatch(/^No whole answer from http:\/\/127\.0\.0\.1:\d+: connect ECONNREFUSED /);
  });

  it('names a host that does not exist', async () => {
    const client = new Droptrack({ apiKey: 'dtk_x', baseUrl: 'http://no-such-host.invalid', maxRetries: 0 });
    expect(((await failureOf(client.me())) as Error).message).toMatch(
      /: getaddrinfo (ENOTFOUND|EAI_AGAIN) no-such-host/,
    );
  });
});

describe('a server that takes its time', () => {
  const silent: Handler = () => undefined;
  const dripping: Handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 10);
    response.socket.on('close', () => clearInterval(drip));
  };

  it.each([
    ['that never answers', silent],
    ['that drips its body', dripping],
  ])('is not waited for longer than was said: one %s', async (_, turn) => {
    let attempts = 0;
    // Counted here: on a busy machine an attempt may be given up before the server has seen it.
    const counting: typeof fetch = (...request) => {
      attempts += 1;
      return fetch(...request);
    };
    // A server of its own: an attempt that was given up may arrive later still.
    const slow = await new TestServer().start();
    const error = await failureOf(slow.client([turn], { timeoutMs: 500, maxRetries: 1, fetch: counting }).me());
    await slow.stop();
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as Error).message).toContain('500 ms');
    expect(attempts).toBe(2);
  });
});

describe('a redirect', () => {
  const turns = (status: number, location: string) => [answer(status, HTML, { location }), answer(200, DROP)];

  it.each([301, 302, 303, 307, 308])('of status %i leads the key to no other host', async (status) => {
    const there = elsewhere.client([answer(200, DROP)]);
    const client = server.client(turns(status, `${elsewhere.url}/v1/drops/linea`));
    const error = await failureOf(client.drops.get('linea'));
    expect(error).toBeInstanceOf(InvalidAnswerError);
    expect((error as Error).message).toContain(`${elsewhere.url}/v1/drops/linea`);
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
    // The other host would have answered.
    expect(await there.drops.get('linea')).toEqual(DROP);
  });

  it('takes no wallet along either', async () => {
    elsewhere.client([answer(200, {})]);
    const client = server.client(turns(307, `${elsewhere.url}/v1/eligibility`));
    const failed = failureOf(client.eligibility.check({ wallet: '0x00', drop: 'linea' }));
    expect(await failed).toMatchObject({ code: 'invalid_answer' });
    expect(elsewhere.requests).toEqual([]);
  });

  // The API sends none: whoever sends them is something else, wherever they lead.
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
  ])('gets to the server as it is: %s', async (id, path) => {
    await server.client([answer(200, DROP)]).drops.get(id);
    expect(server.requests.map(({ url }) => url)).toEqual([path]);
  });

  it.each(['', '.', '..', undefined, null, 7, '\ud800'])('that no path can hold is not sent: %p', async (id) => {
    const client = server.client([answer(200, DROP)]);
    expect(await failureOf(client.drops.get(id as string))).toMatchObject({ code: 'invalid_usage' });
    expect(server.requests).toEqual([]);
  });
});

describe('the address of the API', () => {
  it.each(['', '/', '/v1', '/v1/', '/behind/a/path', '/behind/a/path/', '/behind/a/path/v1/'])(
    'may end with %p',
    async (end) => {
      await server.client([answer(200, DROP)], { baseUrl: `${server.url}${end}` }).drops.get('linea');
      const path = end.startsWith('/behind') ? '/behind/a/path/v1/drops/linea' : '/v1/drops/linea';
      expect(server.requests.map(({ url }) => url)).toEqual([path]);
    },
  );
});
