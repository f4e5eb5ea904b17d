import { randomBytes } from 'node:crypto';
import type { EgressAnswer, EgressRequest } from '@droptrack/egress';
import { formatSecret } from '@droptrack/webhooks';
import { Webhook } from 'standardwebhooks';
import { attempt } from './attempt';
import { answer, claimed } from './testing';

const NOW_MS = Date.now();
const keys = [randomBytes(32), randomBytes(32)];
const clocks = { now: () => NOW_MS, monotonicMs: () => performance.now() };

async function sent(of: EgressAnswer | Error, signing: readonly Uint8Array[] = keys) {
  const requests: EgressRequest[] = [];
  const bugs: unknown[] = [];
  const outcome = await attempt(claimed({ id: '1', body: Buffer.from('{"name":"Žilina"}') }), {
    egress: {
      post: async (request) => {
        requests.push(request);
        if (of instanceof Error) throw of;
        return of;
      },
    },
    keys: { of: () => [...signing] },
    clocks,
    onBug: (_, error) => void bugs.push(error),
  });
  return { outcome, requests, bugs };
}

describe('attempt', () => {
  // Somebody else's code says that it is signed: while a secret is rotated, with both.
  it.each(keys.map((key) => [formatSecret(key)]))('sends the exact bytes, signed with each key', async (secret) => {
    const { requests } = await sent(answer());
    const [{ headers, body } = { headers: {}, body: '' }] = requests;
    expect(Buffer.from(body).toString()).toBe('{"name":"Žilina"}');
    expect(new Webhook(secret).verify(Buffer.from(body).toString(), { ...headers })).toEqual({ name: 'Žilina' });
    expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'content-type': 'application/json' });
  });

  it.each([
    [answer({ statusCode: 204 }), { isDelivered: true, statusCode: 204, error: null }],
    [
      answer({ statusCode: 503, retryAfterMs: 7_000 }),
      { isDelivered: false, error: 'answered 503', retryAfterMs: 7_000 },
    ],
    [answer({ statusCode: 302, error: 'redirects' }), { isDelivered: false, statusCode: 302, error: 'redirects' }],
    [answer({ statusCode: 200, error: 'cut off' }), { isDelivered: false, statusCode: 200, error: 'cut off' }],
    [answer({ statusCode: null, error: 'no way' }), { isDelivered: false, statusCode: null, error: 'no way' }],
  ])('takes %j for what it is', async (of, expected) => {
    expect((await sent(of)).outcome).toMatchObject(expected);
  });

  // The owner of the endpoint can do nothing about either.
  it('sends nothing that it cannot sign, and outlives what nobody foresaw: neither is an outcome', async () => {
    const unsigned = await sent(answer(), []);
    expect(unsigned.requests).toEqual([]);
    expect(unsigned.outcome).toEqual({ delivery: expect.objectContaining({ id: '1' }), fault: 'unsigned' });
    const { outcome, bugs } = await sent(new TypeError('x of undefined'));
    expect(bugs).toHaveLength(1);
    expect(outcome).toEqual({ delivery: expect.objectContaining({ id: '1' }), fault: 'internal' });
  });
});
