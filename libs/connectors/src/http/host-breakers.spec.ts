import fc from 'fast-check';
import { SourceError } from '../port';
import { type Admission, HostBreakers, type Outcome } from './host-breakers';

const HOST = new URL('https://a.test/path?key=s3cret');
const OTHER = new URL('https://b.test/');
const MINUTE_MS = 60_000;

function breakersAt(clock: { nowMs: number; random: number } = { nowMs: 0, random: 1 }) {
  const breakers = new HostBreakers({ monotonicMs: () => clock.nowMs, random: () => clock.random });
  const times = (count: number, outcome: Outcome, url = HOST) => {
    for (let n = 0; n < count; n++) breakers.enter(url).end(outcome);
  };
  const refused = (url = HOST): SourceError | null => {
    try {
      breakers.enter(url).end('abandoned');
      return null;
    } catch (error) {
      if (error instanceof SourceError) return error;
      throw error;
    }
  };
  return { clock, breakers, times, refused };
}

describe('the circuit breaker of a host', () => {
  it('opens after five failures in a row, for that host alone', () => {
    const { breakers, times, refused } = breakersAt();
    times(4, 'failed');
    expect(refused()).toBeNull();
    times(1, 'failed');
    expect(refused()).toMatchObject({ kind: 'down', retryAfterMs: 15_000, message: expect.stringContaining('a.test') });
    expect(refused()?.message).not.toContain('s3cret');
    expect(refused(OTHER)).toBeNull();
    expect(breakers.state()).toEqual([{ host: 'https://a.test', state: 'open', retryAfterMs: 15_000 }]);
  });

  it('counts failures in a row only: an answer between starts anew, an abandoned request does not', () => {
    const { times, refused } = breakersAt();
    times(4, 'failed');
    times(1, 'answered');
    times(4, 'failed');
    times(3, 'abandoned');
    expect(refused()).toBeNull();
    times(1, 'failed');
    expect(refused()).not.toBeNull();
  });

  it('opens for twice as long each time a probe fails, up to ten minutes, of which chance takes up to a half', () => {
    const { clock, times, refused } = breakersAt();
    times(5, 'failed');
    const waits: unknown[] = [];
    for (let n = 0; n < 8; n++) {
      const waitMs = refused()?.retryAfterMs ?? 0;
      waits.push(waitMs / 1_000);
      clock.nowMs += waitMs;
      if (n === 6) clock.random = 0;
      times(1, 'failed');
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 600, 300]);
  });

  it('lets exactly one request through as a probe, and tells the others when to come back', () => {
    const { clock, breakers, times, refused } = breakersAt();
    times(5, 'failed');
    clock.nowMs = 15_000;
    expect(breakers.state()).toEqual([{ host: 'https://a.test', state: 'half_open', retryAfterMs: 0 }]);
    const probe = breakers.enter(HOST);
    expect(refused()).toMatchObject({ kind: 'down', retryAfterMs: 10_000 });
    probe.end('answered');
    expect(refused()).toBeNull();
    expect(breakers.state()).toEqual([]);
  });

  it('begins with short waits again after it closed', () => {
    const { clock, times, refused } = breakersAt();
    times(5, 'failed');
    clock.nowMs = 15_000;
    times(1, 'failed');
    clock.nowMs += 30_000;
    times(1, 'answered');
    times(5, 'failed');
    expect(refused()).toMatchObject({ retryAfterMs: 15_000 });
  });

  // A worker that shuts down, or a poll that ends, must not leave a host unasked for ever.
  it('lets the next one probe when the probe was abandoned', () => {
    const { clock, breakers, times, refused } = breakersAt();
    times(5, 'failed');
    clock.nowMs = 15_000;
    breakers.enter(HOST).end('abandoned');
    const next = breakers.enter(HOST);
    expect(refused()).not.toBeNull();
    next.end('answered');
    expect(refused()).toBeNull();
  });

  it('does not hear of requests that began before it opened', () => {
    const { clock, breakers, times, refused } = breakersAt();
    const before: Admission[] = [breakers.enter(HOST), breakers.enter(HOST), breakers.enter(HOST)];
    times(5, 'failed');
    before[0]!.end('answered');
    before[1]!.end('failed');
    expect(refused()).toMatchObject({ retryAfterMs: 15_000 });
    clock.nowMs = 15_000;
    const probe = breakers.enter(HOST);
    before[2]!.end('abandoned');
    expect(refused()).not.toBeNull();
    probe.end('answered');
  });
});

describe('a host that wants to be left alone', () => {
  it('is not asked until then, and other hosts are', () => {
    const { clock, breakers, refused } = breakersAt();
    breakers.pause(HOST, 2 * MINUTE_MS);
    clock.nowMs = MINUTE_MS;
    expect(refused()).toMatchObject({ kind: 'rate_limited', retryAfterMs: MINUTE_MS });
    expect(refused(OTHER)).toBeNull();
    clock.nowMs = 2 * MINUTE_MS;
    expect(refused()).toBeNull();
  });

  it('is left alone for an hour at most', () => {
    const { breakers, refused } = breakersAt();
    breakers.pause(HOST, 24 * 60 * MINUTE_MS);
    expect(refused()).toMatchObject({ retryAfterMs: 60 * MINUTE_MS });
  });

  it('stays so whatever requests that were under way bring', () => {
    const { breakers, refused } = breakersAt();
    const answered = breakers.enter(HOST);
    breakers.pause(HOST, 2 * MINUTE_MS);
    breakers.pause(HOST, MINUTE_MS);
    answered.end('answered');
    expect(refused()).toMatchObject({ kind: 'rate_limited', retryAfterMs: 2 * MINUTE_MS });
  });
});

it('remembers the thousand hosts in entry that were last heard of', () => {
  const { breakers, times } = breakersAt();
  for (let n = 0; n <= 1_000; n++) times(5, 'failed', new URL(`https://${n}.test`));
  const hosts = breakers.state().map(({ host }) => host);
  expect(hosts).toHaveLength(1_000);
  expect([hosts[0], hosts.at(-1)]).toEqual(['https://1.test', 'https://1000.test']);
});

/** What a worker may do with a gate. */
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

it('never wedges, never has two probes, and never says a wait beyond its bounds, whatever happens', () => {
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (taken, random) => {
      const { clock, breakers, refused } = breakersAt({ nowMs: 0, random });
      const underWay: Admission[] = [];
      for (const step of taken) {
        if (step.does === 'waits') clock.nowMs += step.forMs;
        if (step.does === 'is limited') breakers.pause(HOST, step.forMs);
        if (step.does === 'ends' && underWay.length > 0) {
          underWay.splice(step.which % underWay.length, 1)[0]!.end(step.outcome);
        }
        if (step.does !== 'enters') continue;
        const [before] = breakers.state();
        try {
          underWay.push(breakers.enter(HOST));
          expect(before?.state).not.toBe('open');
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          expect(error.retryAfterMs).toBeGreaterThan(0);
          expect(error.retryAfterMs).toBeLessThanOrEqual(10 * MINUTE_MS);
        }
        // Whoever came now is the probe, or was told that there is one.
        if (breakers.state()[0]?.state === 'half_open')
          expect(refused()).toMatchObject({ retryAfterMs: expect.anything() });
      }
      for (const admission of underWay) admission.end('abandoned');
      clock.nowMs += 60 * MINUTE_MS;
      expect(refused()).toBeNull();
    }),
    { numRuns: 300 },
  );
});
