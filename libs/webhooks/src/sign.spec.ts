import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { Webhook as Reference } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { type HmacSha256, PORTABLE_HMAC, formatSecret, parseSecret, signWebhook, verifySignature } from './index';

const anyKey = fc.uint8Array({ minLength: 24, maxLength: 64 });
const anyId = fc.stringMatching(/^evt_[0-9A-Za-z_-]{1,40}$/);
const anyBody = fc.oneof(fc.json(), fc.string({ unit: 'binary' }));
const anyContent = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }));
const nativeHmac: HmacSha256 = (key, head, body) =>
  createHmac('sha256', key).update(head).update(body).digest('base64');

/** The packages of receivers read the system clock. */
const nowSeconds = () => Math.floor(Date.now() / 1_000);
const isAcceptedBy = (verify: () => unknown): boolean => {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
};

it('computes the HMAC of the platform for keys of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' }), anyContent, (key, head, body) => {
      expect(PORTABLE_HMAC(key, head, body)).toBe(nativeHmac(key, head, body));
    }),
  );
});

describe('a signed message', () => {
  it('is accepted by all packages of receivers, and rejected with one changed character', () => {
    fc.assert(
      fc.property(anyKey, anyId, fc.json(), fc.nat(), (key, id, body, at) => {
        const timestampSeconds = nowSeconds();
        const headers = signWebhook({ id, timestampSeconds, body, keys: [key] });
        const secret = formatSecret(key);
        const [place, message] = [at % body.length, { id, timestamp: headers['webhook-timestamp'] }];
        const changed = `${body.slice(0, place)}${body[place] === '1' ? '2' : '1'}${body.slice(place + 1)}`;
        const verifiers = [
          (text: string) => isAcceptedBy(() => new Reference(secret).verify(text, { ...headers })),
          (text: string) => isAcceptedBy(() => new Svix(secret).verify(text, { ...headers })),
          (text: string) =>
            verifySignature(
              { ...message, signature: headers['webhook-signature'], body: text },
              { keys: [parseSecret(secret)], nowMs: Date.now() },
            ).fault === null,
        ];
        expect(verifiers.map((accepts) => accepts(body))).toEqual([true, true, true]);
        expect(verifiers.map((accepts) => accepts(changed))).toEqual([false, false, false]);
      }),
      { numRuns: 60 },
    );
  });

  // The worker signs with the faster hash of the platform.
  it('has the same signature with either hash, as text or as bytes', () => {
    fc.assert(
      fc.property(anyKey, anyId, anyBody, (key, id, body) => {
        const message = { id, timestampSeconds: 1_700_000_000, body, keys: [key] };
        const headers = signWebhook(message);
        expect(signWebhook({ ...message, keys: [Buffer.from(key)] }, nativeHmac)).toEqual(headers);
        expect(signWebhook({ ...message, body: Buffer.from(body) })).toEqual(headers);
      }),
    );
  });

  it('has a signature of each secret during a rotation, and is accepted with either', () => {
    const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const headers = signWebhook({ id: 'evt_1', timestampSeconds: nowSeconds(), body: '{}', keys });
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    for (const key of keys) expect(new Reference(formatSecret(key)).verify('{}', { ...headers })).toEqual({});
    const other = new Reference(formatSecret(new Uint8Array(32).fill(3)));
    expect(isAcceptedBy(() => other.verify('{}', { ...headers }))).toBe(false);
  });

  it.each([
    { id: '' },
    { id: 'evt_1\r\nx-injected: 1' },
    { id: 'evt 1' },
    { id: 'evt.1' },
    { id: 'evt_é' },
    { timestampSeconds: 1.5 },
    { timestampSeconds: -1 },
    { timestampSeconds: NaN },
    { keys: [] },
  ])('is rejected if it cannot be verified: %j', (part) => {
    const message = { id: 'evt_1', timestampSeconds: 1, body: '{}', keys: [new Uint8Array(32)], ...part };
    expect(() => signWebhook(message)).toThrow('cannot be signed');
  });
});
