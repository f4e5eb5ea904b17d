import { StatusService } from '../src/resources/status/status.service';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';
import { formerMessage, type McpAnswer, modernMessage, sendMcp, toolCall } from './mcp-messages';
import { until } from './until';

const WALLET = evmWallet('1');
/** Forms of a wallet that no response and no log line may contain. */
const TRACES = [WALLET, WALLET.toLowerCase(), WALLET.slice(2, 30).toLowerCase()];
const ALLOWED_ORIGIN = 'https://app.example';

describe('POST /mcp', () => {
  let [api, url]: [TestApi, string] = [null!, ''];
  beforeAll(async () => {
    api = await startApi([dropDefinition('linea')], { corsOrigins: [ALLOWED_ORIGIN], stopClock: true });
    await publishList(api.db, 'linea', { [evmWallet('9')]: 1n });
    await api.caughtUp();
    url = await api.listen();
  });
  afterAll(() => api.stop());
  let secret = '';
  beforeEach(async () => void ({ secret } = await api.issueKey('pro')));
  const send = (
    message: ReturnType<typeof modernMessage>,
    headers: Record<string, string> = {},
    key: string | null = secret,
  ) => sendMcp(url, key, message, headers);
  const list = () => modernMessage('tools/list');
  const call = (name: string, args: unknown) => modernMessage('tools/call', toolCall(name, args));

  it.each([
    ['the revision without sessions', list()],
    ['former revisions', formerMessage('tools/list')],
  ])('serves %s without a session, uncached', async (_revision, message) => {
    const { status, headers, json } = await send(message);
    expect(status).toBe(200);
    expect((json!['result'] as { tools: unknown[] }).tools).toHaveLength(7);
    expect(headers.get('mcp-session-id')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('ratelimit')).toMatch(/^"pro";r=599;/);
    expect(headers.get('x-request-id')).toMatch(/./);
  });

  it('introduces itself to clients of former revisions', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { json } = await send(formerMessage('initialize', params));
    expect(json!['result']).toMatchObject({ serverInfo: { name: 'droptrack' }, capabilities: { tools: {} } });
    const done = await send({ headers: {}, body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' });
    expect([done.status, done.text]).toEqual([202, '']);
  });

  describe('401', () => {
    it.each([
      ['no key', null],
      ['an unknown key', `dtk_${'A'.repeat(36)}`],
    ])('rejects %s with a challenge', async (_case, key) => {
      const { status, headers, json } = await send(list(), {}, key);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="droptrack"/);
      expect(json).toMatchObject({ status: 401 });
    });
  });

  describe('403', () => {
    it.each([
      ['Origin', { origin: 'https://evil.example' }],
      ['Origin', { origin: 'null' }],
      [
        'X-Forwarded-Host is no Host, and Origin',
        { 'x-forwarded-host': 'localhost', origin: 'https://a.evil.example' },
      ],
    ])('rejects a foreign %s', async (_header, headers) => {
      const { status, json } = await send(list(), headers);
      expect(status).toBe(403);
      expect(json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } });
    });

    // A page that rebinds its name to this address sends its own name.
    it('rejects a foreign Host, and accepts the public one', async () => {
      const statusOf = async (host: string) => {
        const { body, headers } = list();
        const { statusCode } = await api.injectRaw({
          method: 'POST',
          url: '/mcp',
          payload: body,
          headers: {
            ...headers,
            host,
            authorization: `Bearer ${secret}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
        });
        return statusCode;
      };
      expect(await statusOf('evil.example')).toBe(403);
      expect(await statusOf('localhost.evil.example')).toBe(403);
      expect(await statusOf('api.test')).toBe(200);
      expect(await statusOf('127.0.0.1:3000')).toBe(200);
    });

    it('accepts the origins of CORS_ORIGINS, and their preflight', async () => {
      expect((await send(list(), { origin: ALLOWED_ORIGIN })).status).toBe(200);
      const preflight = await fetch(new URL('/mcp', url), {
        method: 'OPTIONS',
        headers: { origin: ALLOWED_ORIGIN, 'access-control-request-method': 'POST' },
      });
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(
        /MCP-Protocol-Version.*Mcp-Method.*Mcp-Name/,
      );
    });
  });

  it.each(['GET', 'DELETE', 'PUT'])('has no method %s', async (method) => {
    const response = await fetch(new URL('/mcp', url), { method, headers: { authorization: `Bearer ${secret}` } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  it('rejects a body over 16 KiB', async () => {
    const { status, json } = await send(call('find_drops', { q: 'x'.repeat(17_000) }));
    expect([status, json!['code']]).toEqual([413, 'payload_too_large']);
  });

  it('rejects other media types', async () => {
    expect((await send(list(), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(list(), { accept: 'text/html' })).status).toBe(406);
  });

  it.each([
    ['malformed JSON', '{"jsonrpc":', -32_700],
    ['an empty body', '', -32_700],
    ['a batch, whose messages would cost one token together', `[${list().body}]`, -32_600],
    ['a message of no protocol', '{"hello":1}', -32_600],
  ])('rejects %s', async (_case, body, code) => {
    const { status, json } = await send({ headers: {}, body });
    expect([status, json]).toMatchObject([400, { error: { code } }]);
  });

  it('rejects an unknown revision, and headers that differ from the message', async () => {
    expect((await send(list(), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await send(list(), { 'mcp-method': 'tools/call' })).status).toBe(400);
  });

  it('rejects an unknown tool with the names of all tools, and an unknown method', async () => {
    const unknown = await send(call('sell_everything', {}));
    expect(unknown.json!['error']).toMatchObject({ code: -32_602, message: expect.stringContaining('check_wallet') });
    expect((await send(modernMessage('resources/list'))).json!['error']).toMatchObject({ code: -32_601 });
  });

  it('opens no subscription, which would hold a connection', async () => {
    const { json } = await send(modernMessage('subscriptions/listen', { notifications: { toolsListChanged: true } }));
    expect(json).toHaveProperty('error');
  });

  describe('429', () => {
    it('takes a token per message, and rejects messages without one', async () => {
      const { secret: key } = await api.issueKey('free');
      const answers: McpAnswer[] = [];
      for (let n = 0; n < 61; n += 1) answers.push(await send(list(), {}, key));
      expect(answers.slice(0, 60).every(({ status }) => status === 200)).toBe(true);
      const { status, headers, json } = answers[60]!;
      expect([status, json!['code'], headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
    });
  });

  // A chain or a database that does not respond holds calls for seconds.
  it('serves other keys while one key has as many calls as it can have', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = jest.spyOn(StatusService.prototype, 'get').mockImplementation(() => released as never);
    const calls = Array.from({ length: 4 }, () => send(call('get_status', {})));
    await until(async () => held.mock.calls.length === calls.length);
    const { status, headers, json } = await send(list());
    expect([status, json!['code'], headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
    expect((await send(list(), {}, api.keys.pro)).status).toBe(200);
    held.mockRestore();
    release();
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(200);
    expect((await send(list())).status).toBe(200);
  });

  // Agents write their arguments into their logs and send them to third parties.
  it('repeats a wallet in no error and no log line, wherever it is sent', async () => {
    const bad = `${WALLET}0`;
    const messages = [
      call('check_wallet', { wallet: bad }),
      call('check_wallet', { wallet: bad, drop: 'linea' }),
      call('check_wallet', { wallet: WALLET, drop: WALLET }),
      call('check_wallet', { wallet: [WALLET] }),
      call('check_wallet', { [WALLET]: 1, wallet: WALLET }),
      call('check_wallet', WALLET),
      call('get_drop', { id: WALLET }),
      call('get_drop', { id: WALLET.toLowerCase() }),
      call('find_drops', { status: WALLET, cursor: WALLET, sort: WALLET }),
      call('find_drops', { cursor: WALLET }),
      call('upcoming_events', { from: WALLET }),
      call(WALLET, {}),
      modernMessage(WALLET),
      formerMessage(WALLET),
      formerMessage('tools/call', toolCall(WALLET)),
      formerMessage('tools/call', toolCall('check_wallet', WALLET)),
      { headers: {}, body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${WALLET}}` },
      { headers: {}, body: `"${WALLET}"` },
    ];
    for (const message of messages) {
      for (const key of [secret, api.keys.free]) {
        const { text, headers } = await send(message, {}, key);
        const seen = (text + JSON.stringify([...headers])).toLowerCase();
        expect(TRACES.filter((trace) => seen.includes(trace.toLowerCase()))).toEqual([]);
      }
    }
    for (const headers of [
      { 'mcp-name': WALLET },
      { 'mcp-method': WALLET },
      { 'mcp-protocol-version': WALLET },
      { origin: `https://${WALLET.toLowerCase()}.example` },
    ]) {
      const { text, status } = await send(call('check_wallet', { wallet: WALLET }), headers);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(TRACES.filter((trace) => text.toLowerCase().includes(trace.toLowerCase()))).toEqual([]);
    }
    const logged = api.logs.join('').toLowerCase();
    expect(TRACES.filter((trace) => logged.includes(trace.toLowerCase()))).toEqual([]);
    expect(logged).toContain('/mcp');
  });

  it('hides the cause of an internal error, also from the protocol', async () => {
    const { text, json } = await api.breakOnce(
      () => send(call('find_drops', {})),
      new Error('password authentication failed'),
    );
    expect(json!['result']).toMatchObject({ isError: true, structuredContent: { error: { code: 'internal_error' } } });
    expect(text).not.toContain('password');
  });
});
