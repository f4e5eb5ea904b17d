import { Droptrack } from '@droptrack/sdk';
import * as fc from 'fast-check';
import { executionAsyncResource } from 'node:async_hooks';
import { spawnSync } from 'node:child_process';
import { ApiSession } from './api-session';
import type { ApiCall } from './call-record';
import { curlOf } from './curl';
import { STALE_HEADER } from './response-cache';
import { SharedReads } from './shared-reads';

const KEY = 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc';
const API = 'http://api.test';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

/** An API that records requests. */
function recording(headers: Record<string, string>[] = []) {
  const sent: Sent[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url);
    sent.push({
      method: init.method ?? 'GET',
      path: `${pathname}${search}`,
      body: (init.body as string | null) ?? null,
    });
    const body = JSON.stringify({ data: [], results: [], has_more: false, next_cursor: null });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json', ...headers.shift() } }));
  };
  return { fetch, sent };
}

/** Arguments that a POSIX shell passes to `curl` for each command. */
function parsedByShell(commands: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@" END; }\n${commands.join('\n')}`;
  const { stdout, status } = spawnSync('sh', ['-s'], {
    input: script,
    env: { DROPTRACK_API_KEY: KEY },
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const calls = stdout.split('END\0').slice(0, -1);
  return calls.map((call) => call.split('\0').slice(0, -1));
}

const call = (client: Droptrack, text: string): unknown => new Function('client', `return ${text}`)(client);

const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.stringMatching(/^['"$`\\!#&;|<>(){}*?~\s]{1,12}$/),
  fc.constantFrom("'; rm -rf /; '", '$(reboot)', '`id`', '\u202egnp.exe', '\n', "\\'", '%27', '</pre><script>'),
);

describe('ApiSession', () => {
  it('records each call as TypeScript that sends the same request', async () => {
    const checks = (drop: string, wallet: string, q: string) => async (client: Droptrack) => {
      await client.drops.list({ q, sort: 'ev', status: 'live', limit: 7 });
      await client.drops.get(drop);
      await client.eligibility.check({ drop, wallet });
      await client.me();
    };
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (drop, wallet, q) => {
        fc.pre(!/^\.*$/.test(drop));
        const page = recording();
        const session = new ApiSession({ url: API, key: KEY, fetch: page.fetch });
        await checks(drop, wallet, q)(session.client).catch(() => undefined);
        const repeated = recording();
        const client = new Droptrack({ apiKey: KEY, baseUrl: API, fetch: repeated.fetch });
        for (const { typescript } of session.calls)
          await Promise.resolve(call(client, typescript)).catch(() => undefined);
        expect(repeated.sent).toEqual(page.sent);
        expect(session.calls.filter(({ path }) => path !== '').map(sentOf)).toEqual(page.sent);
        expect(session.calls.map(({ typescript }) => typescript).join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 50 },
    );
  });

  it('prints commands that a POSIX shell reads back as the request that was sent', () => {
    const path = hostile.map((text) => `/v1/drops?q=${encodeURIComponent(text)}&x='a'`);
    const body = fc.option(
      hostile.map((wallet) => JSON.stringify({ wallet: wallet })),
      { nil: null },
    );
    const calls = fc.sample(fc.record({ method: fc.constantFrom('GET', 'POST', 'DELETE'), path, body }), 300);
    const parsed = parsedByShell(calls.map((one) => curlOf(one, API)));
    expect(parsed).toHaveLength(calls.length);
    parsed.forEach((args, index) => {
      const { method, path: wanted, body: sent } = calls[index] as Sent;
      expect(args.at(-1)).toBe(`${API}${wanted}`);
      expect(args.slice(0, 2)).toEqual(['-H', `Authorization: Bearer ${KEY}`]);
      const data = args.indexOf('-d');
      expect(data === -1 ? null : JSON.parse(args[data + 1] ?? '')).toEqual(sent === null ? null : JSON.parse(sent));
      const verb = args.indexOf('-X');
      expect(verb === -1 ? (sent === null ? 'GET' : 'POST') : args[verb + 1]).toBe(method);
    });
  });

  it('records no key', async () => {
    const { fetch } = recording();
    const session = new ApiSession({ url: API, key: KEY, fetch });
    await session.client.drops.list();
    expect(JSON.stringify(session.calls)).not.toContain(KEY);
  });

  it('notes concurrent calls apart', async () => {
    const { fetch } = recording();
    const { client, calls } = new ApiSession({ url: API, key: KEY, fetch });
    await Promise.all([client.drops.get('a'), client.me(), client.drops.get('b')]);
    expect(calls).toMatchObject([
      { typescript: "client.drops.get('a')", path: '/v1/drops/a' },
      { typescript: 'client.me()', path: '/v1/me' },
      { typescript: "client.drops.get('b')", path: '/v1/drops/b' },
    ]);
  });

  // With a storage of their own, each page that was ever served would make all later ones slower and larger.
  it('leaves nothing behind on the asynchronous resources of the process', () => {
    const { fetch } = recording();
    const values = () => {
      void new ApiSession({ url: API, key: KEY, fetch }).client.me();
      return Object.getOwnPropertySymbols(executionAsyncResource()).length;
    };
    const first = values();
    expect(Array.from({ length: 10 }, values)).toEqual(Array(10).fill(first));
  });

  it('has the oldest instant of its results, and notes the one that is confirmed last of those that were not', async () => {
    const [older, newer] = ['2026-11-23T12:00:00.000Z', '2026-11-23T12:00:05.000Z'];
    const headers = [
      { 'x-data-as-of': newer },
      { 'x-data-as-of': older, [STALE_HEADER]: 'limit 7' },
      { 'x-data-as-of': newer, [STALE_HEADER]: 'outage 3' },
    ];
    const session = new ApiSession({ url: API, key: KEY, fetch: recording(headers).fetch });
    await session.client.drops.get('a');
    expect([session.asOf, session.shortfall]).toEqual([newer, null]);
    await session.client.drops.get('b');
    await session.client.drops.get('c');
    const earlier = { cause: 'limit', isEarlier: true, isIncomplete: false, retryAfterSeconds: 7 };
    expect([session.asOf, session.shortfall]).toEqual([older, earlier]);
  });

  describe('of several pages', () => {
    let nowMs = 0;
    beforeEach(() => (nowMs = 0));
    const newer = '2026-11-23T12:00:05.000Z';
    /** Pages that share results, before an API with these headers of its responses, one after the other. */
    const pagesBefore = (...headers: Record<string, string>[]) => {
      const { fetch, sent } = recording(headers);
      const reads = new SharedReads(() => nowMs);
      return { sent, open: () => new ApiSession({ url: API, key: KEY, fetch, reads }) };
    };

    it('makes each call that only reads once in 5 s, concurrent ones too, and shows it on each page', async () => {
      const { sent, open } = pagesBefore({ 'x-data-as-of': newer });
      const pages = [open(), open()];
      await Promise.all(pages.map(({ client }) => client.drops.list({ sort: 'ev' })));
      nowMs = 4_999;
      pages.push(open());
      await pages[2]!.client.drops.list({ sort: 'ev' });
      expect(sent.map(({ path }) => path)).toEqual(['/v1/drops?sort=ev']);
      const call = { typescript: "client.drops.list({ sort: 'ev' })", path: '/v1/drops?sort=ev', body: null };
      for (const { calls, asOf } of pages) expect([calls, asOf]).toMatchObject([[call], newer]);
      nowMs = 5_000;
      await open().client.drops.list({ sort: 'ev' });
      expect(sent).toHaveLength(2);
    });

    it('counts the age of a response from when the API confirmed it', async () => {
      const { sent, open } = pagesBefore({ 'x-explorer-age-ms': '4000' });
      await open().client.drops.get('a');
      nowMs = 999;
      await open().client.drops.get('a');
      expect(sent).toHaveLength(1);
      nowMs = 1_000;
      await open().client.drops.get('a');
      expect(sent).toHaveLength(2);
    });

    it('keeps no result that is not current, and no failure', async () => {
      const { sent, open } = pagesBefore({ [STALE_HEADER]: 'outage 3' });
      await open().client.drops.get('a');
      await open().client.drops.get('a');
      expect(sent).toHaveLength(2);
      const failing = jest.fn(() => Promise.reject(new Error('down')));
      const reads = new SharedReads(() => nowMs);
      const sessions = [1, 2].map(() => new ApiSession({ url: API, key: KEY, fetch: failing, reads }));
      const first = await Promise.allSettled(sessions.map(({ client }) => client.drops.get('a')));
      expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(sessions.map(({ shortfall }) => shortfall?.isIncomplete)).toEqual([true, true]);
      await sessions[0]!.client.drops.get('a').catch(() => undefined);
      expect(failing).toHaveBeenCalledTimes(2);
    });

    // What a visitor asks about a wallet is no part of another page.
    it('shares no result about a wallet', async () => {
      const { sent, open } = pagesBefore();
      for (const { client } of [open(), open()]) await client.eligibility.check({ wallet: '0x1', drop: 'a' });
      expect(sent).toHaveLength(2);
    });
  });
});

const sentOf = ({ method, path, body }: ApiCall): Sent => ({ method, path, body });
