import { bare, failureOf, page, scripted } from '../test/scripted';
import type { Hooks } from './index';

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

/** Hooks that record their names and arguments. */
function recording() {
  const events: [string, object][] = [];
  const record = (name: string) => (info: object) => void events.push([name, info]);
  const hooks = { onRequest: record('request'), onResponse: record('response'), onRetry: record('retry') };
  return { events, hooks };
}

describe('hooks', () => {
  it('observe every attempt, response and retry of a call', async () => {
    const { events, hooks } = recording();
    const turns = [bare(429, { 'retry-after': '7', 'x-request-id': 'req_1' }), new TypeError('gone'), page([], null)];
    await scripted(turns, hooks).client.drops.list({ status: 'live' });
    const [first, second, third] = [1, 2, 3].map((attempt) => ({ method: 'GET', path: '/v1/drops', attempt }));
    const durationMs = expect.any(Number);
    expect(events).toEqual([
      ['request', first],
      ['response', { ...first, status: 429, requestId: 'req_1', durationMs }],
      ['retry', { ...first, status: 429, requestId: 'req_1', error: null, delaySeconds: 7 }],
      ['request', second],
      ['retry', { ...second, status: null, requestId: null, error: expect.any(Error), delaySeconds: 1 }],
      ['request', third],
      ['response', { ...third, status: 200, requestId: null, durationMs }],
    ]);
    expect(events[4]![1]).toMatchObject({ error: { code: 'connection_failed' } });
  });

  it('do not observe a retry that does not happen', async () => {
    const { events, hooks } = recording();
    await failureOf(scripted([bare(500)], { ...hooks, maxRetries: 0 }).client.me());
    expect(events.map(([name]) => name)).toEqual(['request', 'response']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no metrics');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no metrics'))],
  ])('are logged and do not affect the call when one %s', async (_, hook) => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const hooks: Hooks = { onRequest: hook, onResponse: hook };
    expect((await scripted([page(['a'], null)], hooks).client.drops.list()).data).toEqual([{ id: 'a' }]);
    expect(error.mock.calls.flat()).toEqual([
      'droptrack: GET /v1/drops: onRequest threw Error: no metrics',
      'droptrack: GET /v1/drops: onResponse threw Error: no metrics',
    ]);
  });
});
