import type { SourceHealth } from '@droptrack/persistence';
import { sourceHealth } from '@droptrack/persistence/testing';
import { checkSource } from './check-sources';

const NOW_MS = Date.parse('2026-11-21T08:00:00Z');
const MINUTE_MS = 60_000;

const check = (over: Partial<SourceHealth>) => checkSource(sourceHealth(NOW_MS, over), NOW_MS);

describe('a doctor finding of a source', () => {
  it('contains the last response, the lag, the budget and the circuit breaker', () => {
    expect(check({})).toEqual({
      check: 'source defillama',
      state: 'ok',
      message: 'last response 3 min ago; 12 drops; lag 0 s; budget 19 now, 120 per minute; breaker closed',
      advice: null,
    });
  });

  it('distinguishes off by choice from off because of a missing setting of some drops', () => {
    expect(check({ offReason: 'SOURCES_OFF names it' })).toMatchObject({
      state: 'ok',
      message: 'off: SOURCES_OFF names it',
    });
    expect(check({ offReason: 'it needs EVM_RPC_URLS', drops: 0 }).state).toBe('ok');
    expect(check({ offReason: 'it needs EVM_RPC_URLS', drops: 3 })).toMatchObject({
      state: 'warn',
      message: 'off: it needs EVM_RPC_URLS; used by 3 drops',
    });
  });

  it('warns while it is down, with the last error and the next poll', () => {
    const down = check({
      failedAtMs: NOW_MS - 40_000,
      failureKind: 'network',
      failure: 'linea: api.llama.fi could not be reached',
      failing: 12,
      failures: ['linea', 'scroll', 'blast'].map((dropId) => ({ dropId, kind: 'network' })),
      heldBack: [{ host: 'api.llama.fi', state: 'open', retryAtMs: NOW_MS + 5 * MINUTE_MS }],
    });
    expect(down.state).toBe('warn');
    expect(down.message).toContain('12 failing (linea network, scroll network, blast network, …)');
    expect(down.message).toContain('breaker open: api.llama.fi failed repeatedly, next request in 5 min');
    expect(down.message).toContain('last error 40 s ago (network): linea: api.llama.fi could not be reached');
  });

  it.each([
    ['a key is rejected', { failureKind: 'unauthorized' }, /key/],
    ['a name is not known', { failureKind: 'not_found' }, /file/],
    ['a file is wrong', { failureKind: 'query' }, /file/],
  ])('recommends a remedy if %s', (_, { failureKind: kind }, advice) => {
    const failures = [{ dropId: 'linea', kind }];
    expect(check({ drops: 1, failing: 1, failures }).advice).toMatch(advice);
  });

  // Otherwise one wrong name among thousands would raise an alarm or not, depending on the order of polls.
  it('is ok with one wrong name among many, and names its drop', () => {
    const failures = [{ dropId: 'linea', kind: 'not_found' }];
    expect(
      check({ failedAtMs: NOW_MS, failureKind: 'not_found', failure: 'linea: x', failing: 1, failures }),
    ).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('12 drops, 1 failing (linea not_found)'),
    });
  });

  it('warns without a worker that polls it, and if polls do not keep up', () => {
    expect(check({ seenAtMs: NOW_MS - 3 * 60 * MINUTE_MS }).advice).toMatch(/No worker has polled it for 3 h/);
    expect(check({ lagMs: 2 * 60 * MINUTE_MS }).advice).toMatch(/rate limit of the source is too low/);
  });
});
