import { ApiError } from '@droptrack/sdk';
import type { EligibilityResult } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishList } from './lists';

/** Few enough that a slow machine receives all of them before the first one times out. */
const wallets = Array.from({ length: 80 }, (_, n) => `0x${String(n + 1).padStart(40, '0')}`);

describe('concurrent checks', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([dropDefinition('first'), dropDefinition('second')]);
    const amountsOf = (from: number) => Object.fromEntries(wallets.map((wallet, n) => [wallet, BigInt(from + n)]));
    await publishList(api.db, 'first', amountsOf(1));
    await publishList(api.db, 'second', amountsOf(1_000));
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  /** Checks, and retries after a 503: a stalled machine can let checks wait too long. */
  const checkWithRetries = async (check: { wallet: string; drop: string }): Promise<EligibilityResult> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await api.sdk.eligibility.check(check);
      } catch (error) {
        if (tries === 10 || !(error instanceof ApiError) || error.status !== 503) throw error;
      }
    }
  };

  it('receive their own results, and share round trips', async () => {
    await api.sdk.eligibility.check({ wallet: wallets[0]!, drop: 'first' });
    await api.sdk.eligibility.check({ wallet: wallets[0]!, drop: 'second' });
    const statements = [jest.spyOn(api.db, 'query'), jest.spyOn(api.db, 'prepared')];
    const results = await Promise.all(
      wallets.map((wallet, n) => checkWithRetries({ wallet, drop: n % 3 === 0 ? 'first' : 'second' })),
    );
    const trips = statements.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    results.forEach(({ wallet, allocation }, n) => {
      expect([wallet.toLowerCase(), allocation?.amount]).toEqual([wallets[n], String(n % 3 === 0 ? 1 + n : 1_000 + n)]);
    });
    expect(trips).toBeLessThan(wallets.length / 3);
  });

  it('return 503 within 2 s while the database does not respond, and results afterwards', async () => {
    const check = { wallet: wallets[5]!, drop: 'first' };
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const locked = new Promise<void>((resolve, reject) => {
      api.db
        .transaction(async (sql) => {
          await sql.query('LOCK TABLE list_rows IN ACCESS EXCLUSIVE MODE');
          resolve();
          await released;
        })
        .catch(reject);
    });
    await locked;
    const startedMs = performance.now();
    const failures = await Promise.all(
      Array.from({ length: 20 }, () => api.sdk.eligibility.check(check).catch((error: unknown) => error)),
    );
    // The deadline is below 2 s, plus the delays of a busy machine; without it, the lock would last half a minute.
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    release();
    for (const failure of failures) expect(failure).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await api.sdk.eligibility.check(check)).toMatchObject({ allocation: { amount: '6' } });
  });

  // The state between the replacement of a list and the arrival of its revision in this process.
  it('return 503 for a list that no longer exists, and results for all other lists', async () => {
    await api.db.query(`UPDATE lists SET in_force = false, purged_at = now() WHERE drop_id = 'first'`);
    const outcomes = await Promise.allSettled(
      wallets.slice(0, 20).map((wallet, n) => api.sdk.eligibility.check({ wallet, drop: n % 2 ? 'first' : 'second' })),
    );
    outcomes.forEach((outcome, n) => {
      if (n % 2) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503, code: 'unavailable' } });
      else expect(outcome).toMatchObject({ value: { allocation: { amount: String(1_000 + n) } } });
    });
  });
});
