import { bare, failureOf, problem, scripted } from '../../test/scripted';
import { ApiError, NotFoundError, PlanRequiredError, UsageError } from '../index';

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
    expect(waits[0]).toBe(2_000);
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
