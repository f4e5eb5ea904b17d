import { bare, failureOf, problem, scripted } from '../../test/scripted';
import {
  ApiError,
  type EligibilityFault,
  type EligibilityResult,
  isAnswered,
  NotFoundError,
  PlanRequiredError,
  UsageError,
} from '../index';

/** Node's own, as its types must not be seen here: the SDK is written for any platform. */
const { inspect } = jest.requireActual<{ inspect(value: unknown, options?: object): string }>('node:util');

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const check = { wallet: WALLET, drop: 'linea' };

describe('eligibility.check', () => {
  it('sends the pair as JSON, and nothing of it in the address', async () => {
    const { client, urls, requests } = scripted([Response.json({ status: 'pending', eligible: null })]);
    expect(await client.eligibility.check(check)).toEqual({ status: 'pending', eligible: null });
    expect(urls).toEqual(['http://drops.test/v1/eligibility']);
    const [{ method, body, headers }] = requests as [RequestInit];
    expect([method, JSON.parse(String(body))]).toEqual(['POST', check]);
    expect(new Headers(headers).get('content-type')).toBe('application/json');
  });

  it('sends what the contract names only', async () => {
    const { client, requests } = scripted([Response.json({})]);
    await client.eligibility.check({ ...check, note: 'mine' } as typeof check);
    expect(JSON.parse(String(requests[0]!.body))).toEqual(check);
  });

  // A check changes nothing: asking twice does no harm.
  it('is tried again like a read, with the same body', async () => {
    const { client, requests, waits } = scripted([
      bare(503, { 'retry-after': '2' }),
      new TypeError('lost'),
      Response.json({ status: 'eligible' }),
    ]);
    expect(await client.eligibility.check(check)).toEqual({ status: 'eligible' });
    expect(requests.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(check)));
    expect(waits[0]).toBeGreaterThanOrEqual(2_000);
  });

  it.each([
    [422, 'invalid_wallet', ApiError],
    [410, 'drop_archived', ApiError],
    [404, 'drop_not_found', NotFoundError],
    [403, 'plan_required', PlanRequiredError],
  ])('%i %s is an error of its class, and is not repeated', async (status, code, type) => {
    const { client, urls } = scripted([problem(status, { code, errors: [{ pointer: '#/wallet' }] })]);
    const error = await failureOf(client.eligibility.check(check));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ status, code, errors: [{ pointer: '#/wallet' }] });
    expect(urls).toHaveLength(1);
  });

  it('names the wallet in no error of ours', async () => {
    const { client } = scripted([new TypeError('lost'), new Response('<html>')], { maxRetries: 0 });
    const errors = [
      await failureOf(client.eligibility.check(check)),
      await failureOf(client.eligibility.check(check)),
      await failureOf(client.eligibility.check({ ...check, drop: 7n as never })),
    ];
    expect(errors[2]).toBeInstanceOf(UsageError);
    expect(inspect(errors, { depth: null, showHidden: true })).not.toContain(WALLET.slice(2));
  });

  it('leaves a GET without a body and its type', async () => {
    const { client, requests } = scripted([Response.json({})]);
    await client.me();
    expect(requests[0]).not.toHaveProperty('body');
    expect(new Headers(requests[0]!.headers).has('content-type')).toBe(false);
  });
});

describe('eligibility.checkBatch', () => {
  it('sends the pairs as the contract has them, and gives the answers as they stand', async () => {
    const data = [{ wallet: WALLET, status: 'eligible' }, { problem: { code: 'drop_not_found' } }];
    const { client, urls, requests } = scripted([Response.json({ data })]);
    const checks = [
      { ...check, note: 'mine' },
      { ...check, drop: 'nope' },
    ];
    expect(await client.eligibility.checkBatch(checks)).toEqual({ data });
    expect(urls).toEqual(['http://drops.test/v1/eligibility/batch']);
    expect(JSON.parse(String(requests[0]!.body))).toEqual({ checks: [check, { ...check, drop: 'nope' }] });
  });

  it('tells answers from problems, for the compiler too', async () => {
    const data = [{ status: 'eligible' }, { problem: { code: 'invalid_wallet', status: 422 } }];
    const { client } = scripted([Response.json({ data })]);
    const answers = (await client.eligibility.checkBatch([check, check])).data;
    const told = answers.map((answer) => (isAnswered(answer) ? answer.status : answer.problem.code));
    expect(told).toEqual(['eligible', 'invalid_wallet']);
    const eligible: EligibilityResult[] = answers.filter(isAnswered);
    const faults: EligibilityFault[] = answers.filter((answer) => 'problem' in answer);
    expect([eligible.length, faults.length]).toEqual([1, 1]);
  });

  it('is tried again like a read, and names no wallet in its errors', async () => {
    const { client, requests } = scripted([bare(503, {}), Response.json({ data: [] })]);
    await client.eligibility.checkBatch([check]);
    expect(requests.map(({ body }) => body)).toEqual(Array(2).fill(JSON.stringify({ checks: [check] })));
    const lost = scripted([new TypeError('lost')], { maxRetries: 0 }).client;
    const error = await failureOf(lost.eligibility.checkBatch([check]));
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(WALLET.slice(2));
  });
});
