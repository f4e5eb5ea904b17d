import type { FinderHealth } from '@droptrack/persistence';
import { finderHealth } from '@droptrack/persistence/testing';
import { checkFinder } from './check-finders';

const NOW_MS = Date.parse('2026-11-23T08:00:00Z');
const MINUTE_MS = 60_000;

const check = (over: Partial<FinderHealth> = {}) => checkFinder(finderHealth(NOW_MS, over), NOW_MS);

describe('a doctor finding of a finder', () => {
  it('contains the last success and the next run', () => {
    expect(check()).toEqual({
      check: 'finder evm-campaigns/ethereum',
      state: 'ok',
      message: 'last success 3 min ago; next run in 5 min',
      advice: null,
    });
  });

  it('states why it is off, without a warning', () => {
    const off = check({ offReason: 'it needs EVM_RPC_URLS' });
    expect(off).toMatchObject({ state: 'ok', message: 'off: it needs EVM_RPC_URLS' });
  });

  it('warns while it fails, with the last success, the reason and the action', () => {
    const failing = { failures: 4, failureKind: 'unauthorized', failure: 'ethereum: access denied (status 401)' };
    expect(check(failing)).toEqual({
      check: 'finder evm-campaigns/ethereum',
      state: 'warn',
      message:
        'last success 3 min ago; 4 failures since then, next run in 5 min; last error (unauthorized): ethereum: access denied (status 401)',
      advice: 'Check its URL or API key in the environment of the worker.',
    });
    expect(check({ ...failing, failureKind: 'internal' }).advice).toContain('bug in Droptrack');
    expect(check({ ...failing, answeredAtMs: null }).message).toContain('no success yet');
  });

  it('warns of a host that is held back, and of a finder that no worker runs', () => {
    const heldBack = [{ host: 'https://rpc.example.com', state: 'open', retryAtMs: NOW_MS + MINUTE_MS }];
    expect(check({ heldBack })).toMatchObject({ state: 'warn', message: expect.stringContaining('is held back') });
    const silent = check({ seenAtMs: NOW_MS - 6 * MINUTE_MS });
    expect(silent).toMatchObject({ state: 'warn', advice: expect.stringContaining('Start a worker') });
  });
});
