import type { Plan } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { UnavailableError } from '../../platform/errors/domain-error';
import { rejection } from '../../platform/auth/bearer';
import { OpenStreams } from './open-streams';
import type { StreamConnection } from './stream-connection';

/** Time within which a stream of a key that is no longer valid must end. */
const END_MS_MAX = 1_000;

describe('open streams', () => {
  let found: () => { readonly plan: Plan };
  let beats: number;
  let open: OpenStreams;
  beforeEach(() => {
    jest.useFakeTimers();
    found = () => ({ plan: 'pro' });
    beats = 0;
    const keys = { find: () => found() as ApiKey };
    open = new OpenStreams({ keys, monotonicMs: () => performance.now(), beat: () => void (beats += 1) });
  });
  afterEach(() => jest.useRealTimers());

  const key = { id: 'key_1', plan: 'pro' } as ApiKey;
  const add = () => {
    const end = jest.fn();
    const connection = { end } as unknown as StreamConnection;
    open.add(connection, key, 'Bearer dtk_1');
    return { end, remove: () => open.remove(connection, key) };
  };

  it.each([
    ['was revoked', () => Promise.reject(rejection('revoked_api_key', 'The API key was revoked'))],
    [
      'has expired',
      () => {
        throw rejection('expired_api_key', 'The API key has expired');
      },
    ],
    ['has another plan', () => ({ plan: 'scale' as const })],
  ])('ends all streams of a key that %s, within a second', async (_, find) => {
    const streams = [add(), add()];
    await jest.advanceTimersByTimeAsync(10 * END_MS_MAX);
    for (const { end } of streams) expect(end).not.toHaveBeenCalled();
    found = find as typeof found;
    await jest.advanceTimersByTimeAsync(END_MS_MAX);
    for (const { end } of streams) expect(end).toHaveBeenCalledWith('key');
  });

  it('ends none while keys cannot be looked up', async () => {
    found = () => {
      throw new UnavailableError('No database');
    };
    const { end } = add();
    await jest.advanceTimersByTimeAsync(10 * END_MS_MAX);
    expect(end).not.toHaveBeenCalled();
  });

  it('have one timer together, which sends a position every 15 s, and none when the last one was removed', async () => {
    const streams = Array.from({ length: 1_000 }, add);
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(beats).toBe(4);
    streams.forEach(({ remove }) => remove());
    expect(jest.getTimerCount()).toBe(0);
  });
});
