import { checkRedis } from '../doctor';

describe('checkRedis', () => {
  const check = (code: 'redis_unusable' | 'redis_unavailable') =>
    checkRedis({ code, problem: 'Redis does not respond (x)', mend: 'check that it runs' });

  // The service works during an outage, but never with a wrong setting.
  it('distinguishes a usable Redis, an outage and a wrong setting', () => {
    expect(checkRedis(null)).toMatchObject({ state: 'ok', message: 'Redis responds, and is usable' });
    expect(check('redis_unavailable')).toMatchObject({
      state: 'warn',
      message: 'Redis does not respond (x): until it does, each API counts by itself',
      advice: 'To fix it, check that it runs.',
    });
    expect(check('redis_unusable')).toMatchObject({ state: 'fail', advice: 'To fix it, check that it runs.' });
  });
});
