import fc from 'fast-check';
import { SourceError } from '../source-error';
import { type Admission, HostBreakers, type Outcome } from './host-breakers';

const HOST = new URL('https://a.test/path?key=s3cret');
const OTHER = new URL('https://b.test/');
const MINUTE_MS = 60_000;

function breakersAt(clock: { nowMs: number; random: number } = { nowMs: 0, random: 1 }) {
  const breakers = new HostBreakers({ monotonicMs: () => clock.nowMs, random: () => clock.random });
  const times = (count: number, outcome: Outcome, url = HOST) => {
    for (let n = 0; n < count; n++) breakers.enter(url).end(outcome);
  };
  const rejection = (url = HOST): SourceError | null => {
    try {
      breakers.enter(url).end('abandoned');
      return null;
    } catch (error) {
      if (error instanceof SourceError) return error;
      throw error;
    }
  };
  return { clock, breakers, times, rejection };
}

describe('the circuit breaker of a host', () => {
  it('opens after five failures in a row, for that host alone', () => {
    const { breakers, times, rejection } = breakersAt();
    times(4, 'failed');
    expect(rejection()).toBeNull();
    times(1, 'failed');
    expect(rejection()).toMatchObject({
      kind: 'down',
      retryAfterMs: 15_000,
      message: expect.stringContaining('a.test'),
    });
    expect(rejection()?.message).not.toContain('s3cret');
    expect(rejection(OTHER)).toBeNull();
    expect(breakers.state()).toEqual([{ host: 'https://a.test', state: 'open', retryAfterMs: 15_000 }]);
  });

  it('restarts the count of failures at a response, but not at an abandoned request', () => {
    const { times, rejection } = breakersAt();
    times(4, 'failed');
    times(1, 'answered');
    times(4, 'failed');
    times(3, 'abandoned');
    expect(rejection()).toBeNull();
    times(1, 'failed');
    expect(rejection()).not.toBeNull();
  });

  it('doubles its wait each time a probe fails, up to ten minutes, with jitter of up to a half', () => {
    const { clock, times, rejection } = breakersAt();
    times(5, 'failed');
    const waits: unknown[] = [];
    for (let n = 0; n < 8; n++) {
      const waitMs = rejection()?.retryAfterMs ?? 0;
      waits.push(waitMs / 1_000);
      clock.nowMs += waitMs;
      if (n === 6) clock.random = 0;
      times(1, 'failed');
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 600, 300]);
  });

  it('admits exactly one request as a probe, and rejects the others with the time to wait', () => {
    const { clock, breakers, times, rejection } = breakersAt();
    times(5, 'failed');
    clock.nowMs = 15_000;
    expect(breakers.state()).toEqual([{ host: 'https://a.test', state: 'half_open', retryAfterMs: 0 }]);
    const probe = breakers.enter(HOST);
    expect(rejection()).toMatchObject({ kind: 'down', retryAfterMs: 10_000 });
    probe.end('answered');
    expect(rejection()).toBeNull();
    expect(breakers.state()).toEqual([]);
  });

  it('starts with the shortest wait again after it closed', () => {
    const { clock, times, rejection } = breakersAt();
    times(5, 'failed');
    clock.nowMs = 15_000;
    times(1, 'failed');
    clock.nowMs += 30_000;
    times(1, 'answered');
    times(5, 'failed');
    expect(rejection()).toMatchObject({ retryAfterMs: 15_000 });
  });

  // A worker that stops, or a poll that ends, must not keep the breaker half-open for ever.
  it('admits the next request as a probe when the probe was abandoned', () => {
    const { clock, breakers, times, rejection } = breakersAt();
    times(5, 'failed');
    clock.nowMs = 15_000;
    breakers.enter(HOST).end('abandoned');
    const next = breakers.enter(HOST);
    expect(rejection()).not.toBeNull();
    next.end('answered');
    expect(rejection()).toBeNull();
  });

  it('ignores the outcomes of requests that began before it opened', () => {
    const { clock, breakers, times, rejection } = breakersAt();
    const before: Admission[] = [breakers.enter(HOST), breakers.enter(HOST), breakers.enter(HOST)];
    times(5, 'failed');
    before[0]!.end('answered');
    before[1]!.end('failed');
    expect(rejection()).toMatchObject({ retryAfterMs: 15_000 });
    clock.nowMs = 15_000;
    const probe = breakers.enter(HOST);
    before[2]!.end('abandoned');
    expect(rejection()).not.toBeNull();
    probe.end('answered');
  });
});

describe('a host that limits the rate', () => {
  it('is paused until the given time, without effect on other hosts', () => {
    const { clock, breakers, rejection } = breakersAt();
    breakers.pause(HOST, 2 * MINUTE_MS);
    clock.nowMs = MINUTE_MS;
    expect(rejection()).toMatchObject({ kind: 'rate_limited', retryAfterMs: MINUTE_MS });
    expect(rejection(OTHER)).toBeNull();
    clock.nowMs = 2 * MINUTE_MS;
    expect(rejection()).toBeNull();
  });

  it('is paused for at most an hour', () => {
    const { breakers, rejection } = breakersAt();
    breakers.pause(HOST, 24 * 60 * MINUTE_MS);
    expect(rejection()).toMatchObject({ retryAfterMs: 60 * MINUTE_MS });
  });

  it('stays paused whatever the outcomes of requests in flight', () => {
    const { breakers, rejection } = breakersAt();
    const answered = breakers.enter(HOST);
    breakers.pause(HOST, 2 * MINUTE_MS);
    breakers.pause(HOST, MINUTE_MS);
    answered.end('answered');
    expect(rejection()).toMatchObject({ kind: 'rate_limited', retryAfterMs: 2 * MINUTE_MS });
  });
});

it('keeps the breakers of the thousand hosts that failed last', () => {
  const { breakers, times } = breakersAt();
  for (let n = 0; n <= 1_000; n++) times(5, 'failed', new URL(`https://${n}.test`));
  const hosts = breakers.state().map(({ host }) => host);
  expect(hosts).toHaveLength(1_000);
  expect([hosts[0], hosts.at(-1)]).toEqual(['https://1.test', 'https://1000.test']);
});

/** Random sequences of the calls that a worker makes. */
const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('enters' as const) }),
    fc.record({
      does: fc.constant('ends' as const),
      which: fc.nat(),
      outcome: fc.constantFrom<Outcome>('answered', 'failed', 'failed', 'failed', 'abandoned'),
    }),
    fc.record({ does: fc.constant('waits' as const), forMs: fc.integer({ min: 1, max: 5 * MINUTE_MS }) }),
    fc.record({ does: fc.constant('is limited' as const), forMs: fc.integer({ min: 0, max: 5 * MINUTE_MS }) }),
  ),
  { minLength: 20, maxLength: 120 },
);

it('never blocks a host for ever, never admits two probes, and keeps its waits within their bounds', () => {
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (taken, random) => {
      const { clock, breakers, rejection } = breakersAt({ nowMs: 0, random });
      const inFlight: Admission[] = [];
      for (const step of taken) {
        if (step.does === 'waits') clock.nowMs += step.forMs;
        if (step.does === 'is limited') breakers.pause(HOST, step.forMs);
        if (step.does === 'ends' && inFlight.length > 0) {
          inFlight.splice(step.which % inFlight.length, 1)[0]!.end(step.outcome);
        }
        if (step.does !== 'enters') continue;
        const [before] = breakers.state();
        try {
          inFlight.push(breakers.enter(HOST));
          expect(before?.state).not.toBe('open');
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          expect(error.retryAfterMs).toBeGreaterThan(0);
          expect(error.retryAfterMs).toBeLessThanOrEqual(10 * MINUTE_MS);
        }
        // This request is the probe, or another one is in flight.
        if (breakers.state()[0]?.state === 'half_open')
          expect(rejection()).toMatchObject({ retryAfterMs: expect.anything() });
      }
      for (const admission of inFlight) admission.end('abandoned');
      clock.nowMs += 60 * MINUTE_MS;
      expect(rejection()).toBeNull();
    }),
    { numRuns: 300 },
  );
});
