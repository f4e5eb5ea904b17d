import { BREAKER, type EndpointHealth, GIVE_UP_AFTER_MS, healthAfter, HEALTHY } from './endpoint-health';

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
