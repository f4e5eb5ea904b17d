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

/** Loaded without its types: the SDK is compiled without the types of Node. */
const { inspect } = jest.requireActual<{ inspect(value: unknown, options?: object): string }>('node:util');

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const check = { wallet: WALLET, drop: 'linea' };

describe('eligibility.check', () => {
  it('sends the pair as JSON, and not in the URL', async () => {
    const { client, urls, requests } = scripted([Response.json({ status: 'pending', eligible: null })]);
    expect(await client.eligibility.check(check)).toEqual({ status: 'pending', eligible: null });
    expect(urls).toEqual(['http://drops.test/v1/eligibility']);
    const [{ method, body, headers }] = requests as [RequestInit];
    expect([method, JSON.parse(String(body))]).toEqual(['POST', check]);
    expect(new Headers(headers).get('content-type')).toBe('application/json');
  });

  it('sends only the members of the contract', async () => {
    const { client, requests } = scripted([Response.json({})]);
    await client.eligibility.check({ ...check, note: 'mine' } as typeof check);
    expect(JSON.parse(String(requests[0]!.body))).toEqual(check);
  });

  // A check is read-only, so a repetition is safe.
  it('is retried like a read, with the same body', async () => {
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
  ])('throws the error class of %i %s without a retry', async (status, code, type) => {
    const { client, urls } = scripted([problem(status, { code, errors: [{ pointer: '#/wallet' }] })]);
    const error = await failureOf(client.eligibility.check(check));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ status, code, errors: [{ pointer: '#/wallet' }] });
    expect(urls).toHaveLength(1);
  });

  it('does not include the wallet in errors of the client', async () => {
    const { client } = scripted([new TypeError('lost'), new Response('<html>')], { maxRetries: 0 });
    const errors = [
      await failureOf(client.eligibility.check(check)),
      await failureOf(client.eligibility.check(check)),
      await failureOf(client.eligibility.check({ ...check, drop: 7n as never })),
    ];
    expect(errors[2]).toBeInstanceOf(UsageError);
    expect(inspect(errors, { depth: null, showHidden: true })).not.toContain(WALLET.slice(2));
  });

  it('sends a GET without a body and without its content type', async () => {
    const { client, requests } = scripted([Response.json({})]);
    await client.me();
    expect(requests[0]).not.toHaveProperty('body');
    expect(new Headers(requests[0]!.headers).has('content-type')).toBe(false);
  });
});

describe('eligibility.checkBatch', () => {
  it('sends the pairs of the contract, and returns the results unchanged', async () => {
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

  it('distinguishes results from problems, for the compiler too', async () => {
    const data = [{ status: 'eligible' }, { problem: { code: 'invalid_wallet', status: 422 } }];
    const { client } = scripted([Response.json({ data })]);
    const results = (await client.eligibility.checkBatch([check, check])).data;
    const outcomes = results.map((result) => (isAnswered(result) ? result.status : result.problem.code));
    expect(outcomes).toEqual(['eligible', 'invalid_wallet']);
    const eligible: EligibilityResult[] = results.filter(isAnswered);
    const faults: EligibilityFault[] = results.filter((result) => 'problem' in result);
    expect([eligible.length, faults.length]).toEqual([1, 1]);
  });

  it('is retried like a read, and does not include wallets in its errors', async () => {
    const { client, requests } = scripted([bare(503, {}), Response.json({ data: [] })]);
    await client.eligibility.checkBatch([check]);
    expect(requests.map(({ body }) => body)).toEqual(Array(2).fill(JSON.stringify({ checks: [check] })));
    const lost = scripted([new TypeError('lost')], { maxRetries: 0 }).client;
    const error = await failureOf(lost.eligibility.checkBatch([check]));
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(WALLET.slice(2));
  });
});
