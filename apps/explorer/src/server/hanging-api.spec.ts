import { FORM, fakeSite, plan, problem, siteOf, WALLET } from './testing';
import type { Page, PageView } from '../pages/page';

/** Time limit of a request without an earlier response, of one with it, and of the wait for a turn, in milliseconds. */
const [FIRST_MS, CONFIRMATION_MS, TURN_MS] = [3_500, 1_000, 3_000];
const hanging = (): Promise<Response> => new Promise(() => undefined);

describe('while the API hangs', () => {
  /** Pages that were never requested; their responses arrive by and by. */
  function requestPages(app: ReturnType<typeof siteOf>['app'], count: number) {
    const statuses: (number | null)[] = Array<number | null>(count).fill(null);
    const bodies: string[] = [];
    statuses.forEach((_, n) => {
      void app.inject(`/?n=${n}`).then(({ statusCode, body }) => {
        statuses[n] = statusCode;
        bodies.push(body);
      });
    });
    return { statuses, bodies };
  }

  it('responds to 50 new pages within the time limit of one request', async () => {
    const { app, pass, requests } = siteOf(undefined, hanging);
    const { statuses, bodies } = requestPages(app, 50);
    await pass(0);
    await pass(TURN_MS);
    // All but those that wait for the API.
    expect(statuses.filter((status) => status === 503)).toHaveLength(46);
    expect(bodies[0]).toContain('The API takes too long to respond');
    await pass(FIRST_MS - TURN_MS);
    expect(statuses).toEqual(Array(50).fill(503));
    expect(bodies.at(-1)).toContain('The API does not respond');
    expect(requests).toHaveLength(1);
  });

  // One in three seconds tries again, and the others do not wait for it.
  it('does not wait for the API after time-outs, until it responds', async () => {
    let api: () => Response | Promise<Response> = hanging;
    const page: Page = async ({ query }, { client }) => {
      const { id } = await client.drops.get(`drop-${query.get('n')}`);
      return { title: '', content: id };
    };
    const { app, pass, requests } = siteOf(page, () => api());
    const { statuses } = requestPages(app, 3);
    await pass(0);
    await pass(FIRST_MS);
    expect(statuses).toEqual([503, 503, 503]);
    const sent = requests.length;
    for (let n = 100; n < 120; n += 1) expect((await app.inject(`/?n=${n}`)).statusCode).toBe(503);
    const posted = { method: 'POST', url: '/check', headers: FORM, payload: `wallet=${WALLET}` } as const;
    expect((await app.inject(posted)).statusCode).toBe(503);
    expect(requests).toHaveLength(sent);
    api = () => new Response('{"id":"linea"}', { headers: { 'content-type': 'application/json' } });
    await pass(3_000);
    for (let n = 200; n < 205; n += 1) expect((await app.inject(`/?n=${n}`)).statusCode).toBe(200);
  });

  it('shows pages that were shown before at once, whatever waits', async () => {
    let isHanging = false;
    const { app, pass } = siteOf(undefined, () => (isHanging ? hanging() : plan('the plan')));
    await app.inject('/?shown');
    isHanging = true;
    await pass(5_000);
    requestPages(app, 50);
    await pass(0);
    const shown = app.inject('/?shown');
    await pass(CONFIRMATION_MS);
    const { statusCode, body } = await shown;
    expect(statusCode).toBe(200);
    expect(body).toContain('The API does not respond. This page shows the state of');
    // From then on without any wait.
    expect((await app.inject('/?shown')).statusCode).toBe(200);
  });

  it('ends a page after six seconds, however many calls it makes', async () => {
    const page: Page = async (_request, { client }) => {
      for (let n = 0; ; n += 1) await client.drops.get(`drop-${n}`);
    };
    const slow: (() => void)[] = [];
    const { app, pass, requests } = siteOf(
      page,
      () => new Promise((resolve) => slow.push(() => resolve(plan('slow')))),
    );
    const response = app.inject('/');
    await pass(0);
    for (let calls = 0; calls < 3; calls += 1) {
      await pass(2_000);
      slow.splice(0).forEach((respond) => respond());
      await pass(0);
    }
    expect((await response).statusCode).toBe(503);
    expect(requests).toHaveLength(3);
  });
});

describe('at the limit of its key', () => {
  it('sends no request until the time that the API asks for is over', async () => {
    let isLimited = true;
    const { app, pass, requests } = siteOf(undefined, () =>
      isLimited ? problem(429, 'rate_limited', { 'retry-after': '12' }) : plan('the plan'),
    );
    const first = await app.inject('/?n=1');
    expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '12']);
    await pass(5_000);
    const second = await app.inject('/?n=2');
    expect([second.statusCode, second.headers['retry-after'], requests.length]).toEqual([503, '7', 1]);
    isLimited = false;
    await pass(7_000);
    expect((await app.inject('/?n=2')).statusCode).toBe(200);
  });

  it('says so on a page that is shown without a part of its data, and stores no such page', async () => {
    let isLimited = true;
    const page: Page = async (_request, { client }): Promise<PageView> => {
      const me = await client.me().catch(() => null);
      return { title: '', content: me?.plan ?? 'no plan' };
    };
    const { app, pass } = siteOf(page, () =>
      isLimited ? problem(429, 'rate_limited', { 'retry-after': '4' }) : plan('the plan'),
    );
    const { statusCode, headers, body } = await app.inject('/');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain('This site has reached the limit of its API key. Parts of this page may be missing.');
    expect(body).toContain('Reload it in 4 seconds to try again.');
    isLimited = false;
    await pass(4_000);
    expect((await app.inject('/')).body).toContain('the plan');
  });

  it.each([
    [503, 'The API cannot serve this site at the moment'],
    [502, 'The API cannot serve this site at the moment'],
  ])('does not claim that an API which returns %i does not respond', async (status, sentence) => {
    let isFailing = false;
    const { app, pass } = siteOf(undefined, () => (isFailing ? problem(status, 'unavailable') : plan('the plan')));
    await app.inject('/');
    isFailing = true;
    await pass(5_000);
    for (const url of ['/', '/?new']) {
      const { body } = await app.inject(url);
      expect(body).toContain(sentence);
      expect(body).not.toContain('does not respond');
    }
  });
});

it('is ready if its key is accepted', async () => {
  const keyWatch: { fault: 'starting' | 'key_rejected' | null } = { fault: 'starting' };
  const { app } = fakeSite(() => plan('scale'), { keyWatch });
  const ready = async () => {
    const { statusCode, body } = await app.inject('/readyz');
    return [statusCode, JSON.parse(body)] as unknown;
  };
  expect(await ready()).toEqual([503, { status: 'starting' }]);
  keyWatch.fault = 'key_rejected';
  expect(await ready()).toEqual([503, { status: 'key_rejected' }]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  keyWatch.fault = null;
  expect(await ready()).toEqual([200, { status: 'ready' }]);
});
