import { randomBytes } from 'node:crypto';
import type { EgressResult, EgressRequest } from '@droptrack/egress';
import { formatSecret } from '@droptrack/webhooks';
import { Webhook } from 'standardwebhooks';
import { HttpSender } from './http-sender';
import { leased, NO_METRICS, responseOf } from './testing';

const NOW_MS = Date.now();
const keys = [randomBytes(32), randomBytes(32)];
const clock = { now: () => NOW_MS, monotonicMs: () => performance.now() };

async function sent(of: EgressResult | Error, signing: readonly Uint8Array[] = keys) {
  const requests: EgressRequest[] = [];
  const bugs: unknown[] = [];
  const sender = new HttpSender({
    egress: {
      post: async (request) => {
        requests.push(request);
        if (of instanceof Error) throw of;
        return of;
      },
    },
    keys: { of: () => [...signing] },
    clock,
    metrics: NO_METRICS,
    logger: { debug: () => undefined, error: (of: object) => void bugs.push(of) },
  });
  const outcome = await sender.send(leased({ id: '1', body: Buffer.from('{"name":"Žilina"}') }));
  return { outcome, requests, bugs };
}

describe('HttpSender', () => {
  // Verified by an independent library, with each of the two keys that sign during a rotation.
  it.each(keys.map((key) => [formatSecret(key)]))('sends the exact bytes, signed with each key', async (secret) => {
    const { requests } = await sent(responseOf());
    const [{ headers, body } = { headers: {}, body: '' }] = requests;
    expect(Buffer.from(body).toString()).toBe('{"name":"Žilina"}');
    expect(new Webhook(secret).verify(Buffer.from(body).toString(), { ...headers })).toEqual({ name: 'Žilina' });
    expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'content-type': 'application/json' });
  });

  it.each([
    [responseOf({ statusCode: 204 }), { isDelivered: true, statusCode: 204, error: null }],
    [
      responseOf({ statusCode: 503, retryAfterMs: 7_000 }),
      { isDelivered: false, error: 'responded with 503', retryAfterMs: 7_000 },
    ],
    [responseOf({ statusCode: 302, error: 'redirects' }), { isDelivered: false, statusCode: 302, error: 'redirects' }],
    [responseOf({ statusCode: 200, error: 'cut off' }), { isDelivered: false, statusCode: 200, error: 'cut off' }],
    [responseOf({ statusCode: null, error: 'no way' }), { isDelivered: false, statusCode: null, error: 'no way' }],
  ])('maps the response %j to an outcome', async (of, expected) => {
    expect((await sent(of)).outcome).toMatchObject(expected);
  });

  // The owner of the endpoint can fix neither.
  it('sends nothing that it cannot sign, and survives unexpected errors: neither is an outcome', async () => {
    const unsigned = await sent(responseOf(), []);
    expect(unsigned.requests).toEqual([]);
    expect(unsigned.outcome).toEqual({ delivery: expect.objectContaining({ id: '1' }), fault: 'unsigned' });
    const { outcome, bugs } = await sent(new TypeError('x of undefined'));
    expect(bugs).toHaveLength(1);
    expect(outcome).toEqual({ delivery: expect.objectContaining({ id: '1' }), fault: 'internal' });
  });
});
