import type { Dispatcher } from 'undici';
import { SourceError } from '../source-error';
import {
  type Failure,
  type FailingServer,
  LARGE_BYTES,
  RETRY_AFTER_SECONDS,
  RETRY_AT_MS,
  startFailingServer,
} from '../testing/failing-server';
import { pollOf } from '../testing/poll';
import { createSourceAgent } from './source-agent';

const NOW_MS = RETRY_AT_MS - 90_000;
const TIMEOUT_MS = 150;
/** Most bytes that the buffers of a local connection, of undici and of the server hold. */
const IN_FLIGHT_BYTES = 20_000_000;

describe('sources that fail', () => {
  let server: FailingServer;
  let agent: ReturnType<typeof createSourceAgent>;
  beforeAll(async () => {
    server = await startFailingServer();
    agent = createSourceAgent();
  });
  // Also proves that nothing leaks: an open connection or timer would keep the agent from closing.
  afterAll(async () => {
    await agent.close();
    await server.close();
  });

  const http = (dispatcher: Dispatcher = agent) => pollOf(null, { nowMs: NOW_MS, dispatcher }).http;
  const failureAt = async (url: string, options = {}): Promise<SourceError> => {
    const error: unknown = await http()
      .json(url, { timeoutMs: 30_000, ...options })
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    if (!(error instanceof SourceError)) throw new Error(`not a SourceError: ${String(error)}`);
    return error;
  };
  const failureOf = (failure: Failure, options = {}) => failureAt(`${server.at(failure)}/x?key=s3cret`, options);

  it.each([
    ['limited', 'rate_limited', null],
    ['limited_for', 'rate_limited', RETRY_AFTER_SECONDS * 1_000],
    ['limited_until', 'rate_limited', 90_000],
    ['broken', 'status', null],
    ['truncated', 'wrong_shape', null],
    ['cut_off', 'wrong_shape', null],
    ['closes_in_header', 'network', null],
    ['redirects_in_a_circle', 'redirects', null],
    ['redirects_without_end', 'redirects', null],
    ['redirects_to_file', 'redirects', null],
    ['redirects_to_ftp', 'redirects', null],
  ] as const)(
    'reports a source that %s as %s, with the host but no key in the message',
    async (failure, kind, waitMs) => {
      const error = await failureOf(failure);
      expect(error).toMatchObject({ kind, retryAfterMs: waitMs });
      expect(error.message).toMatch(new RegExp(`^${new URL(server.at(failure)).host}: `));
      expect(JSON.stringify([error.message, error.cause ?? null, error.stack])).not.toContain('s3cret');
    },
  );

  it('reports a closed port as network', async () => {
    expect(await failureAt(server.closedPortUrl)).toMatchObject({ kind: 'network' });
  });

  // The connector validates the shape of JSON.
  it('passes on JSON of any shape', async () => {
    expect(await http().json(server.at('wrong_shape'))).toMatchObject({ body: { an: expect.anything() } });
  });

  it.each(['never_answers', 'drips'] as const)(
    'times out a source that %s, and closes the connection',
    async (failure) => {
      const failed = failureOf(failure, { timeoutMs: TIMEOUT_MS });
      expect(await failed).toMatchObject({ kind: 'timeout', message: expect.stringContaining(`${TIMEOUT_MS} ms`) });
      await server.idle();
    },
  );

  it.each(['never_answers', 'drips'] as const)(
    'aborts the request to a source that %s when the poll ends',
    async (failure) => {
      const poll = new AbortController();
      const asked = pollOf(null, { nowMs: NOW_MS, dispatcher: agent, signal: poll.signal }).http.json(
        server.at(failure),
      );
      setTimeout(() => poll.abort(), 50);
      await expect(asked).rejects.toMatchObject({
        kind: 'timeout',
        message: expect.stringContaining('the poll ended'),
      });
      await server.idle();
    },
  );

  it('neither sends nor counts a request after the end of the poll', async () => {
    const onRequest = jest.fn();
    const { http: late } = pollOf(null, { nowMs: NOW_MS, dispatcher: agent, signal: AbortSignal.abort(), onRequest });
    await expect(late.json(server.at('wrong_shape'))).rejects.toMatchObject({ kind: 'timeout' });
    expect(onRequest).not.toHaveBeenCalled();
  });

  it.each(['large', 'large_announced'] as const)('stops reading a body that is %s at the cap', async (failure) => {
    const before = server.largeBytesTaken;
    expect(await failureOf(failure, { bodyBytesMax: 1_000_000 })).toMatchObject({ kind: 'too_large' });
    await server.idle();
    expect(server.largeBytesTaken - before).toBeLessThan(1_000_000 + IN_FLIGHT_BYTES);
    expect(IN_FLIGHT_BYTES).toBeLessThan(LARGE_BYTES / 4);
  });

  it('rejects a body that is too large once decompressed', async () => {
    expect(await failureOf('large_compressed', { bodyBytesMax: 1_000_000 })).toMatchObject({ kind: 'too_large' });
  });

  it('follows a redirect to another origin without sending keys', async () => {
    const headers = { authorization: 'Bearer s3cret', 'X-API-Key': 's3cret', Accept: 'application/json' };
    await http().json(server.at('redirects_elsewhere'), { headers });
    const [first, second] = server.requests.slice(-2);
    expect(first?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'x-api-key': 's3cret' });
    expect(second?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': expect.stringMatching(/^Droptrack\//),
    });
    expect(JSON.stringify(second?.headers)).not.toContain('s3cret');
  });

  it('stops at the first repetition of a redirect loop', async () => {
    const before = server.requests.length;
    await failureOf('redirects_in_a_circle');
    expect(server.requests).toHaveLength(before + 3);
  });

  it('follows at most three redirects, and counts each of them', async () => {
    let requests = 0;
    const poll = pollOf(null, { nowMs: NOW_MS, dispatcher: agent, onRequest: () => (requests += 1) });
    await expect(poll.http.json(server.at('redirects_without_end'))).rejects.toMatchObject({ kind: 'redirects' });
    expect(requests).toBe(4);
  });
});
