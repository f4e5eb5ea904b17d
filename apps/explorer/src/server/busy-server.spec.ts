import type { PageView } from '../pages/page';
import { siteOf } from './testing';

/** Pages that run at a time, and further ones that wait. */
const [RUNNING, WAITING] = [4, 200];
const never = (): Promise<PageView> => new Promise(() => undefined);

describe('a server whose pages all hang', () => {
  const limits = { pagesPerMinute: 1, checksPerMinute: 1 };

  /** A server with pages that run, and others that wait. */
  async function hanging(waiting: number) {
    const { app } = siteOf(never, undefined, { limits });
    const from = (url: string, remoteAddress = '127.0.0.1') => app.inject({ url, remoteAddress });
    void from('/?visitor', '203.0.113.7');
    for (let n = 1; n < RUNNING + waiting; n += 1) void from(`/?n=${n}`);
    await new Promise(setImmediate);
    return from;
  }

  it('rejects a limited visitor, and responds to paths without a page, at once', async () => {
    const from = await hanging(1);
    expect((await from('/', '203.0.113.7')).statusCode).toBe(429);
    expect((await from('/nowhere')).statusCode).toBe(404);
    expect((await from('/nowhere', '203.0.113.7')).statusCode).toBe(429);
    expect((await from(`/${'a'.repeat(3_000)}`)).statusCode).toBe(414);
  });

  it('responds that it is busy when too many wait', async () => {
    const from = await hanging(WAITING);
    for (const url of ['/?one-more', '/?another']) {
      const { statusCode, headers, body } = await from(url);
      expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
      expect(body).toContain('Too many visitors read this site at once');
      expect(body).not.toContain('aria-current');
    }
  });
});
