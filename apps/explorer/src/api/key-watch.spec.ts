import { PLAN_TERMS, type Plan, PLANS } from '@droptrack/contracts';
import { ConnectionError, Droptrack } from '@droptrack/sdk';
import type { DataView } from '../config/config';
import { KeyWatch } from './key-watch';

/** A watch over a scripted API, and the lines of its log. */
function watching(...responses: (Response | Error)[]) {
  return watchingFor('live', ...responses);
}

function watchingFor(data: DataView, ...responses: (Response | Error)[]) {
  const lines: { level: string; text: string; facts: object }[] = [];
  const log = (level: string) => (facts: object, text: string) => void lines.push({ level, text, facts });
  const logger = { info: log('info'), warn: log('warn'), error: log('error') };
  const client = new Droptrack({
    apiKey: 'dtk_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O524uDAc',
    baseUrl: 'http://api.test',
    maxRetries: 0,
    fetch: () => {
      const response = responses.shift() ?? new Error('no scripted response left');
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
    },
  });
  return { watch: new KeyWatch({ client, logger: logger as never, data }), lines };
}
const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const accepted = (plan: Plan = 'scale', data_delay_seconds = 0) =>
  json({ plan, features: PLAN_TERMS[plan].features, data_delay_seconds });
const rejected = () => json({ status: 401, code: 'invalid_api_key', detail: 'dtk_A1b2C3d4' }, 401);
const unreachable = () => new ConnectionError('ECONNREFUSED');

describe('KeyWatch', () => {
  it.each(PLANS.map((plan) => [plan, PLAN_TERMS[plan].features.includes('eligibility') ? 'info' : 'warn'] as const))(
    'logs once for a key of the plan %s at the level %s',
    async (plan, level) => {
      const { watch, lines } = watching(accepted(plan), accepted(plan));
      expect(watch.fault).toBe('starting');
      await watch.check();
      await watch.check();
      expect([lines, watch.fault]).toMatchObject([[{ level }], null]);
    },
  );

  it('has a fault while the API rejects the key, and logs it once, without the key', async () => {
    const { watch, lines } = watching(rejected(), rejected(), accepted());
    await watch.check();
    await watch.check();
    expect([lines, watch.fault]).toMatchObject([
      [{ level: 'error', facts: { code: 'invalid_api_key' } }],
      'key_rejected',
    ]);
    expect(JSON.stringify(lines)).not.toContain('dtk_');
    await watch.check();
    expect([lines.length, watch.fault]).toEqual([2, null]);
  });

  it('has none while the API is away, except of a key that was rejected before', async () => {
    const { watch } = watching(unreachable(), json({}, 503), json({}, 429), rejected(), unreachable());
    for (let checks = 0; checks < 3; checks += 1) {
      await watch.check();
      expect(watch.fault).toBeNull();
    }
    await watch.check();
    await watch.check();
    expect(watch.fault).toBe('key_rejected');
  });

  // An API without a delay, or of a version that does not know the header.
  it('warns of live data where delayed ones are asked for', async () => {
    const { watch, lines } = watchingFor('delayed', accepted('scale', 0));
    await watch.check();
    expect(lines).toMatchObject([{ level: 'warn', text: 'the API delays no data: visitors see live data' }, {}]);
    const delayed = watchingFor('delayed', accepted('scale', 60));
    await delayed.watch.check();
    expect(delayed.lines).toMatchObject([{ level: 'info', facts: { delaySeconds: 60 } }]);
  });

  it('checks again, sooner while the API is away', async () => {
    const { watch, lines } = watching(unreachable(), json({}, 503), accepted(), rejected());
    const waits: number[] = [];
    const sleep = (ms: number) => (waits.push(ms) === 4 ? Promise.reject(new Error('over')) : Promise.resolve());
    await expect(watch.run(sleep)).rejects.toThrow('over');
    expect(waits).toEqual([5_000, 5_000, 15_000, 15_000]);
    expect(lines.map(({ level }) => level)).toEqual(['info', 'error']);
  });
});
