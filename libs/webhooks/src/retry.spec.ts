import * as fc from 'fast-check';
import {
  ATTEMPTS_MAX,
  BREAKER,
  type EndpointHealth,
  GIVE_UP_AFTER_MS,
  healthAfter,
  HEALTHY,
  nextAttemptMs,
  RETRY_SCHEDULE,
} from './retry';

const HOUR_MS = 3_600_000;
const END_MS = Date.UTC(2026, 7, 22, 10);
const wait = (tries: number, retryAfterMs: number | null = null, random = 0) => {
  const nextMs = nextAttemptMs({ tries, endedMs: END_MS, retryAfterMs }, random);
  return nextMs === null ? null : nextMs - END_MS;
};

describe('nextAttemptMs', () => {
  // Documented for receivers in docs/webhooks.md.
  it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and returns null after the tenth attempt', () => {
    const waits = Array.from({ length: ATTEMPTS_MAX }, (_, index) => wait(index + 1));
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440].map((each) => each * 60_000);
    expect(waits).toEqual([...minutes, null]);
    expect(wait(ATTEMPTS_MAX, HOUR_MS)).toBeNull();
    expect(wait(ATTEMPTS_MAX + 1)).toBeNull();
  });

  it.each([
    ['is longer', 1, 60_000, 60_000],
    ['is shorter', 2, 60_000, 300_000],
    ['is more than two hours over ours', 3, 24 * HOUR_MS, HOUR_MS / 2 + 2 * HOUR_MS],
    ['is nonsense of ours', 1, -5, 5_000],
  ])('returns the longer of the wait and Retry-After, if that %s', (_name, tries, retryAfterMs, expected) => {
    expect(wait(tries, retryAfterMs)).toBe(expected);
  });

  it('adds up to 10 % jitter to each wait, and returns whole milliseconds', () => {
    const tries = fc.integer({ min: 1, max: ATTEMPTS_MAX - 1 });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const asked = fc.option(fc.integer({ min: 0, max: 100 * HOUR_MS }));
    fc.assert(
      fc.property(tries, random, asked, (attempt, share, retryAfterMs) => {
        const base = RETRY_SCHEDULE.waitsMs[attempt - 1]!;
        const actual = wait(attempt, retryAfterMs, share)!;
        expect(Number.isInteger(actual)).toBe(true);
        expect(actual).toBeGreaterThanOrEqual(base);
        expect(actual).toBeLessThanOrEqual(base * 1.1 + RETRY_SCHEDULE.retryAfterOverMs + 1);
        if (retryAfterMs === null) expect(actual).toBeLessThanOrEqual(base * 1.1 + 1);
      }),
    );
    expect(wait(1, null, 0.999)).toBeGreaterThan(5_400);
  });

  it('follows another schedule', () => {
    const schedule = { waitsMs: [10], jitter: 0, retryAfterOverMs: 5 };
    expect(nextAttemptMs({ tries: 1, endedMs: 100, retryAfterMs: 60_000 }, 0.5, schedule)).toBe(115);
    expect(nextAttemptMs({ tries: 2, endedMs: 100, retryAfterMs: null }, 0.5, schedule)).toBeNull();
  });
});

const START_MS = Date.UTC(2026, 7, 22, 10);
const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;

const fail = (health: EndpointHealth, startedMs: number, over: { endedMs?: number; statusCode?: number } = {}) =>
  healthAfter(health, { startedMs, endedMs: startedMs, isDelivered: false, statusCode: 500, ...over });
const succeed = (health: EndpointHealth, startedMs: number) =>
  healthAfter(health, { startedMs, endedMs: startedMs, isDelivered: true, statusCode: 204 });
/** Makes each attempt as early as the breaker permits. */
function failRepeatedly(times: number): EndpointHealth[] {
  const states: EndpointHealth[] = [];
  for (let health = HEALTHY; states.length < times; states.push(health)) {
    health = fail(health, Math.max(START_MS, (health.blockedUntilMs ?? 0) + 1)).health;
  }
  return states;
}

describe('the breaker', () => {
  it('opens for 10 s with the fifth consecutive failure, and doubles up to 5 min while attempts fail', () => {
    const waits = failRepeatedly(13).map(({ blockedUntilMs, failedMs }) =>
      blockedUntilMs === null ? null : (blockedUntilMs - failedMs!) / SECOND_MS,
    );
    expect(waits).toEqual([null, null, null, null, 10, 20, 40, 80, 160, 300, 300, 300, 300]);
  });

  it('closes with one success', () => {
    const [health] = failRepeatedly(9).slice(-1);
    expect(succeed(health!, START_MS)).toEqual({ health: HEALTHY, disable: null });
  });

  // Several attempts are in flight at a time: they would double the wait several times for one outage.
  it('does not count attempts that were in flight when it opened', () => {
    const [open] = failRepeatedly(BREAKER.failures).slice(-1);
    const { health } = fail(open!, START_MS - SECOND_MS, { endedMs: START_MS + 5 * SECOND_MS });
    expect(health).toMatchObject({ failures: BREAKER.failures, blockedUntilMs: open!.blockedUntilMs });
  });
});

describe('an endpoint', () => {
  it('is disabled as gone after status 410', () => {
    expect(fail(HEALTHY, START_MS, { statusCode: 410 }).disable).toBe('gone');
  });

  it('is disabled after five days of failures, not before', () => {
    let health = HEALTHY;
    for (let atMs = START_MS; atMs < START_MS + GIVE_UP_AFTER_MS; atMs += DAY_MS / 2) {
      const after = fail(health, atMs);
      expect(after.disable).toBeNull();
      ({ health } = after);
    }
    expect(health.failingSinceMs).toBe(START_MS);
    expect(fail(succeed(health, START_MS + 4.9 * DAY_MS).health, START_MS + 5 * DAY_MS).disable).toBeNull();
    expect(fail(health, START_MS + 5 * DAY_MS).disable).toBe('failing');
  });

  // The state of a receiver between two failures a month apart is unknown.
  it('is not disabled for failures that are far apart', () => {
    const { health } = fail(HEALTHY, START_MS);
    const laterMs = START_MS + 30 * DAY_MS;
    const after = fail(health, laterMs);
    expect(after).toMatchObject({ disable: null, health: { failures: 1, failingSinceMs: laterMs } });
  });

  it('is failing since its earliest failure, in any order of outcomes', () => {
    const { health } = fail(HEALTHY, START_MS + 2_000, { endedMs: START_MS + 9_000 });
    expect(fail(health, START_MS, { endedMs: START_MS + 3_000 }).health).toMatchObject({
      failingSinceMs: START_MS,
      failedMs: START_MS + 9_000,
    });
  });
});
