import { type Failure, type FailingServer, RETRY_AFTER_SECONDS, startFailingServer } from '../testing/failing-server';
import { pollOf } from '../testing/poll';
import { HostBreakers } from './host-breakers';

describe('requests through the gate of their host', () => {
  let server: FailingServer;
  beforeAll(async () => {
    server = await startFailingServer();
  });
  afterAll(() => server.close());

  function worker() {
    const clock = { monotonicMs: 0 };
    const hosts = new HostBreakers({ monotonicMs: () => clock.monotonicMs, random: () => 1 });
    const kindOf = async (url: string, options = {}, signal = new AbortController().signal) => {
      const asked = pollOf(null, { nowMs: 0, hosts, signal }).http.json(url, { timeoutMs: 30_000, ...options });
      return asked.then(
        () => 'answer',
        (error: { kind: string }) => error.kind,
      );
    };
    const fail = async (failure: Failure, times: number, options = {}) => {
      for (let n = 0; n < times; n++) await kindOf(server.at(failure), options);
    };
    return { clock, hosts, kindOf, fail };
  }

  it.each(['broken', 'closes_in_header', 'truncated', 'never_answers'] as const)(
    'end there once the host failed five times in a row (%s)',
    async (failure) => {
      const { kindOf, fail } = worker();
      await fail(failure, 5, { timeoutMs: 20 });
      const before = server.requests.length;
      expect(await kindOf(server.at('wrong_shape'))).toBe('down');
      expect(server.requests).toHaveLength(before);
    },
  );

  it('go out again as soon as a probe was answered', async () => {
    const { clock, kindOf, fail, hosts } = worker();
    await fail('broken', 5);
    clock.monotonicMs = 15_000;
    expect(await kindOf(server.at('wrong_shape'))).toBe('answer');
    expect(hosts.state()).toEqual([]);
  });

  // One page that is not as it should be is no reason to leave the others of its host unread.
  it.each(['cut_off', 'large_announced', 'limited', 'redirects_to_ftp'] as const)(
    'are not held back by what only that page is (%s)',
    async (failure) => {
      const { kindOf, fail } = worker();
      await fail('broken', 4);
      await fail(failure, 6);
      await fail('broken', 4);
      expect(await kindOf(server.at('wrong_shape'))).toBe('answer');
    },
  );

  it('wait as long as the host asked them to', async () => {
    const { clock, kindOf, fail } = worker();
    await fail('limited_for', 1);
    const before = server.requests.length;
    clock.monotonicMs = RETRY_AFTER_SECONDS * 1_000 - 1;
    expect(await kindOf(server.at('wrong_shape'))).toBe('rate_limited');
    expect(server.requests).toHaveLength(before);
    clock.monotonicMs += 1;
    expect(await kindOf(server.at('wrong_shape'))).toBe('answer');
  });

  it('that end with their poll are not held against the host, and leave the way free for the next probe', async () => {
    const { clock, kindOf, fail } = worker();
    const ended = async () => {
      const poll = new AbortController();
      const asked = kindOf(server.at('drips'), {}, poll.signal);
      setTimeout(() => poll.abort(), 20);
      return asked;
    };
    await fail('broken', 4);
    expect([await ended(), await ended()]).toEqual(['timeout', 'timeout']);
    await fail('broken', 1);
    clock.monotonicMs = 15_000;
    expect(await ended()).toBe('timeout');
    expect(await kindOf(server.at('wrong_shape'))).toBe('answer');
  });
});
