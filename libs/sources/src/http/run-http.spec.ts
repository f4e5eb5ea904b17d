import { createSourceAgent } from './source-agent';
import { HostBreakers } from './host-breakers';
import { SourceError } from '../source-error';
import { type FakeServer, startFakeServer } from '../testing/fake-server';
import fc from 'fast-check';
import type { Agent } from 'undici';
import { Pacer, sleep } from './pacer';
import { createRunHttp } from './run-http';

let server: FakeServer;
let agent: Agent;
beforeAll(async () => {
  agent = createSourceAgent();
  server = await startFakeServer(({ url: { pathname } }) =>
    pathname === '/moved' ? { status: 302, headers: { location: '/page' }, body: '' } : { body: { path: pathname } },
  );
});
afterAll(async () => {
  await agent.destroy();
  await server.close();
});

/** Clock that sleeping moves. */
function fakeClock() {
  const clock = {
    nowMs: 1_000,
    slept: [] as number[],
    monotonicMs: () => clock.nowMs,
    sleep: async (ms: number): Promise<void> => {
      clock.slept.push(ms);
      clock.nowMs += ms;
    },
  };
  return clock;
}

function run({ requestsPerMinute = 60, requestsMax = 5, signal = new AbortController().signal } = {}) {
  const clock = fakeClock();
  const hosts = new HostBreakers({ monotonicMs: clock.monotonicMs, random: () => 1 });
  const limits = { requestsPerMinute, requestsMax };
  let requests = 0;
  const onRequest = (): void => void (requests += 1);
  const http = createRunHttp({
    limits,
    hosts,
    signal,
    dispatcher: agent,
    clock: { ...clock, now: () => 0 },
    onRequest,
  });
  return { clock, http, sent: () => requests };
}

describe('the HTTP client of a run', () => {
  it('spaces requests by the rate of the finder, the first without waiting', async () => {
    const { http, clock } = run({ requestsPerMinute: 30 });
    for (let n = 0; n < 3; n++) await http.json(`${server.url}/page`);
    expect(clock.slept).toEqual([2_000, 2_000]);
  });

  it('counts redirects as requests, for the pace and for the limit', async () => {
    const { http, clock, sent } = run({ requestsMax: 4 });
    await http.json(`${server.url}/moved`);
    await http.text(`${server.url}/page`);
    expect([sent(), clock.slept]).toEqual([3, [2_000]]);
    await expect(http.json(`${server.url}/moved`)).rejects.toMatchObject({ kind: 'exhausted' });
    expect(sent()).toBe(4);
  });

  it('ends a run at its limit without sending more, and names the limit', async () => {
    const { http, clock, sent } = run({ requestsMax: 2 });
    await http.json(`${server.url}/page`);
    await http.json(`${server.url}/page`);
    const before = server.requests.length;
    const error = await http.json(`${server.url}/page`).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({
      kind: 'exhausted',
      message: 'the run needs more than 2 requests, which is its limit',
    });
    expect([sent(), server.requests.length - before, clock.slept.length]).toEqual([2, 0, 1]);
  });

  it('never exceeds the limit with concurrent requests', async () => {
    const { http, sent } = run({ requestsMax: 3, requestsPerMinute: 6_000 });
    const before = server.requests.length;
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => http.json(`${server.url}/page`)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect([sent(), server.requests.length - before]).toEqual([3, 3]);
  });

  it('ends a wait at the end of the run', async () => {
    const controller = new AbortController();
    const hosts = new HostBreakers({ monotonicMs: () => 0, random: () => 1 });
    const http = createRunHttp({
      limits: { requestsPerMinute: 0.01, requestsMax: 9 },
      hosts,
      signal: controller.signal,
      dispatcher: agent,
      clock: { now: () => 0, monotonicMs: () => 0 },
    });
    await http.json(`${server.url}/page`);
    const waiting = http.json(`${server.url}/page`);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'timeout' });
  });
});

describe('a pacer', () => {
  it('never starts more requests in any minute than its rate, however they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.integer({ min: 0, max: 5_000 }), {
          maxLength: 150,
        }),
        async (perMinute, calls) => {
          const clock = fakeClock();
          const pacer = new Pacer(perMinute, clock);
          const startsMs: number[] = [];
          for (const idleMs of calls) {
            clock.nowMs += idleMs;
            await pacer.wait(new AbortController().signal);
            startsMs.push(clock.nowMs);
          }
          const gaps = startsMs.slice(1).map((startMs, n) => startMs - startsMs[n]!);
          expect(Math.min(...gaps, Infinity)).toBeGreaterThanOrEqual(60_000 / perMinute - 1e-6);
        },
      ),
    );
  });

  it('removes its listener from the signal of the run', async () => {
    const { signal } = new AbortController();
    const remove = jest.spyOn(signal, 'removeEventListener');
    await sleep(1, signal);
    expect(remove).toHaveBeenCalledWith('abort', expect.any(Function));
  });
});
