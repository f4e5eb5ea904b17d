import { bare, failureOf, problem, scripted } from '../../test/scripted';
import { ConnectionError, NotFoundError, type Webhook } from '../index';

const ID = 'wh_1';
const ROOT = 'http://drops.test/v1';
const NEW = { url: 'https://hooks.example/x', events: ['*' as const] };
const gone = () => new Response(null, { status: 204 });

type Client = ReturnType<typeof scripted>['client'];

/** Verb, path and body of every call. */
const CALLS: [string, string, unknown, (client: Client) => Promise<unknown>][] = [
  ['POST', '/webhooks', NEW, ({ webhooks }) => webhooks.create(NEW)],
  ['GET', '/webhooks/wh_1', undefined, ({ webhooks }) => webhooks.get(ID)],
  ['PATCH', '/webhooks/wh_1', { filters: null }, ({ webhooks }) => webhooks.update(ID, { filters: null })],
  ['DELETE', '/webhooks/wh_1', undefined, ({ webhooks }) => webhooks.delete(ID)],
  ['POST', '/webhooks/wh_1/rotate-secret', {}, ({ webhooks }) => webhooks.rotateSecret(ID)],
  ['POST', '/webhooks/wh_1/test', undefined, ({ webhooks }) => webhooks.test(ID)],
  ['POST', '/webhooks/wh_1/deliveries/dlv_2/redeliver', undefined, ({ webhooks }) => webhooks.redeliver(ID, 'dlv_2')],
  ['POST', '/webhooks/wh_1/recover', { since: 'x' }, ({ webhooks }) => webhooks.recover(ID, { since: 'x' })],
  ['GET', '/webhooks/wh_1/recoveries/rec_2', undefined, ({ webhooks }) => webhooks.recovery(ID, 'rec_2')],
];
const response = (verb: string) => (verb === 'DELETE' ? gone() : Response.json({ id: ID }));

describe('webhooks', () => {
  it.each(CALLS)('%s %s: sends its body as JSON, or no body', async (verb, path, body, call) => {
    const { client, urls, requests } = scripted([response(verb)]);
    expect(await call(client)).toEqual(verb === 'DELETE' ? undefined : { id: ID });
    const [request] = requests as [RequestInit];
    expect([urls, request.method]).toEqual([[ROOT + path], verb]);
    expect(request.body && JSON.parse(String(request.body))).toEqual(body);
    expect(new Headers(request.headers).has('content-type')).toBe(body !== undefined);
  });

  // A duplicated secret or test is worse than an error, and so is a repeated update that overwrites a newer update
  // of another client.
  it.each(CALLS)(
    '%s %s: is retried after a lost response only if it is idempotent',
    async (verb, path, _body, call) => {
      // The header alone permits no retry: most routes ignore it.
      const options = { headers: { 'idempotency-key': 'of all calls' } };
      for (const lost of [() => new TypeError('lost'), () => bare(503, {})]) {
        const { client, requests } = scripted([lost(), response(verb)], options);
        const failure = await call(client).catch((error: unknown) => error);
        const isCreation = verb === 'POST' && path === '/webhooks';
        const isOnce = (verb === 'POST' || verb === 'PATCH') && !isCreation;
        expect(requests).toHaveLength(isOnce ? 1 : 2);
        if (isOnce) expect(failure).toBeInstanceOf(Error);
      }
    },
  );

  // An attempt whose response was lost may have created the endpoint.
  it('sends one idempotency key in all attempts of a creation, and another one in the next call', async () => {
    const lost = () => new TypeError('lost');
    const { client, requests } = scripted([lost(), bare(503), response('POST'), response('POST'), response('POST')]);
    await client.webhooks.create(NEW, { headers: { 'x-team': 'a' } });
    await client.webhooks.create(NEW);
    await client.webhooks.create(NEW, { idempotencyKey: 'mine', headers: { 'idempotency-key': 'lost' } });
    const headers = requests.map((request) => new Headers(request.headers));
    const keys = headers.map((each) => each.get('idempotency-key')!);
    expect(keys[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], 'mine']);
    expect(keys[3]).not.toBe(keys[0]);
    expect(headers[2]!.get('x-team')).toBe('a');
  });

  it.each(CALLS)('%s %s: is retried after 429', async (verb, _path, _body, call) => {
    const { client, requests, waits } = scripted([bare(429, { 'retry-after': '3' }), response(verb)]);
    await call(client);
    expect([requests.length, waits[0]! >= 3_000]).toEqual([2, true]);
  });

  it.each(CALLS.filter(([verb]) => verb !== 'DELETE'))('%s %s: rejects an empty response', async (...[, , , call]) => {
    const { client } = scripted([gone()], { maxRetries: 0 });
    expect(await failureOf(call(client))).toMatchObject({ name: 'InvalidAnswerError' });
  });

  it('accepts an empty response to a deletion only with status 204', async () => {
    const { client } = scripted([bare(200, {})], { maxRetries: 0 });
    expect(await failureOf(client.webhooks.delete(ID))).toMatchObject({ name: 'InvalidAnswerError' });
  });

  it('throws the same errors as other calls', async () => {
    const { client } = scripted([problem(404, { code: 'webhook_not_found' }), new TypeError('lost')]);
    expect(await failureOf(client.webhooks.get(ID))).toBeInstanceOf(NotFoundError);
    expect(await failureOf(client.webhooks.test(ID))).toBeInstanceOf(ConnectionError);
  });

  it('lists endpoints, and iterates over deliveries with filters', async () => {
    const page = (ids: string[], cursor: string | null) =>
      Response.json({ data: ids.map((id) => ({ id })), has_more: cursor !== null, next_cursor: cursor });
    const { client, urls } = scripted([page(['wh_1'], null), page(['dlv_2'], 'c1'), page(['dlv_1'], null)]);
    const endpoints: Webhook[] = (await client.webhooks.list()).data;
    expect(endpoints.map(({ id }) => id)).toEqual(['wh_1']);
    const deliveries = await client.webhooks.deliveries(ID, { status: 'failed' }).toArray({ limit: 10 });
    expect(deliveries.map(({ id }) => id)).toEqual(['dlv_2', 'dlv_1']);
    expect(urls).toEqual([
      `${ROOT}/webhooks`,
      `${ROOT}/webhooks/wh_1/deliveries?status=failed`,
      `${ROOT}/webhooks/wh_1/deliveries?status=failed&cursor=c1`,
    ]);
  });
});

describe('events', () => {
  it('requests several types as a comma-separated list', async () => {
    const { client, urls } = scripted([Response.json({ data: [], has_more: false, next_cursor: null })]);
    expect((await client.events.list({ type: ['drop.created', 'calendar.*'], limit: 2 })).data).toEqual([]);
    expect(urls).toEqual([`${ROOT}/events?type=drop.created%2Ccalendar.*&limit=2`]);
  });
});
