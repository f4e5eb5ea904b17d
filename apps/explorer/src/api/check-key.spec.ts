import { ConnectionError, Droptrack } from '@droptrack/sdk';
import { PLAN_TERMS, PLANS } from '@droptrack/contracts';
import { checkKey } from './check-key';

/** Runs the check over a scripted API, and returns the lines of its log and its waits. */
async function checked(...responses: (Response | Error)[]) {
  const lines: { level: string; text: string; facts: object }[] = [];
  const waits: number[] = [];
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
  await checkKey({ client, logger: logger as never, sleep: (ms) => Promise.resolve(waits.push(ms)) });
  return { lines, waits };
}
const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('checkKey', () => {
  it.each(PLANS.map((plan) => [plan, PLAN_TERMS[plan].features.includes('eligibility') ? 'info' : 'warn']))(
    'logs for a key of the plan %s at the level %s',
    async (plan, level) => {
      const { lines } = await checked(json({ plan, features: PLAN_TERMS[plan as 'free'].features }));
      expect(lines).toMatchObject([{ level }]);
    },
  );

  it('waits for an API that is not up yet', async () => {
    const unreachable = () => new ConnectionError('ECONNREFUSED');
    const { lines, waits } = await checked(
      unreachable(),
      json({}, 503),
      json({ plan: 'scale', features: ['eligibility', 'as_of'] }),
    );
    expect(waits).toEqual([5_000, 5_000]);
    expect(lines).toMatchObject([{ level: 'info' }]);
  });

  it('reports a key that the API rejects, without the key', async () => {
    const { lines } = await checked(json({ status: 401, code: 'invalid_api_key', detail: 'dtk_A1b2C3d4' }, 401));
    expect(lines).toMatchObject([{ level: 'error', facts: { code: 'invalid_api_key' } }]);
    expect(JSON.stringify(lines)).not.toContain('dtk_');
  });
});
