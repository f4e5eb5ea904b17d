import { Webhook as Reference } from 'standardwebhooks';
import {
  DroptrackError,
  isKnownEvent,
  verifyWebhook,
  type WebhookErrorCode,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../index';
import { signTestWebhook } from '../testing';

const secretOf = (fill: number) => `whsec_${btoa(String.fromCharCode(...new Uint8Array(32).fill(fill)))}`;
const SECRET = secretOf(7);
const nowMs = Date.UTC(2026, 7, 22, 10);
const object = { id: 'linea', status: 'live', hype_score: 71 } as const;
const { body, headers } = signTestWebhook(
  { type: 'drop.status_changed', data: { object, previous: { status: 'upcoming' } } },
  SECRET,
  { nowMs },
);
const joined = new Headers(headers);
joined.append('webhook-signature', 'v1,AAAA');
const verify = (
  rawBody: unknown = body,
  given: WebhookHeaders = headers,
  secret: unknown = SECRET,
  options: object = {},
) => verifyWebhook(rawBody as string, given, secret as string, { nowMs, ...options });

function rejectionOf(...given: Parameters<typeof verify>): WebhookVerificationError {
  try {
    verify(...given);
  } catch (error) {
    if (error instanceof WebhookVerificationError && error instanceof DroptrackError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a valid webhook', () => {
  it('returns the event for a body of text, of bytes, or of a slice of a buffer', () => {
    const bytes = new TextEncoder().encode(body);
    const padded = new Uint8Array(bytes.length + 9);
    padded.set(bytes, 4);
    for (const raw of [body, bytes, bytes.slice().buffer, Buffer.from(body), padded.subarray(4, 4 + bytes.length)]) {
      expect(verify(raw)).toEqual(JSON.parse(body));
    }
  });

  it.each<[string, WebhookHeaders]>([
    ['of a fetch handler', new Headers(headers)],
    ['of Node', headers],
    ['in capitals', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))],
    ['as lists', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
    ['of a request that has get()', { get: (name: string) => new Headers(headers).get(name) ?? undefined }],
    ['in several lines', { ...headers, 'webhook-signature': [headers['webhook-signature'], 'v1,AAAA'] }],
    ['in several lines that were joined', joined],
  ])('is accepted with headers %s', (_name, given) => {
    expect(verify(body, given).type).toBe('drop.status_changed');
  });

  it('is accepted with either secret during a rotation, with two signatures or two known secrets', () => {
    const both = signTestWebhook({ type: 'webhook.ping' }, [secretOf(1), secretOf(2)], { nowMs });
    for (const fill of [1, 2]) expect(verify(both.body, both.headers, secretOf(fill)).type).toBe('webhook.ping');
    expect(verify(body, headers, [secretOf(1), SECRET]).type).toBe('drop.status_changed');
    expect(rejectionOf(body, headers, [secretOf(1), secretOf(2)]).code).toBe('signature_mismatch');
  });

  it('can be signed by the reference package', () => {
    const signature = new Reference(SECRET).sign('msg_1', new Date(nowMs), body);
    const given = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(nowMs / 1_000),
      'webhook-signature': signature,
    };
    expect(verify(body, given)).toEqual(JSON.parse(body));
  });

  it('has data of its type; unknown types and members are preserved', () => {
    const event = verify();
    if (event.type !== 'drop.status_changed') throw new Error(event.type);
    // Compiles only if `type` narrows `data`.
    const { status, hype_score }: { status: string; hype_score: number | null } = event.data.object;
    expect([status, event.data.previous.status, hype_score]).toEqual(['live', 'upcoming', 71]);
    expect(isKnownEvent(event)).toBe(true);

    const future = signTestWebhook({ type: 'drop.merged' as 'drop.created', data: { object: { id: 'a' } } }, SECRET);
    const unknown = verifyWebhook(future.body, future.headers, SECRET);
    expect(isKnownEvent(unknown)).toBe(false);
    expect(unknown).toMatchObject({ type: 'drop.merged', data: { object: { id: 'a' } } });
    switch (unknown.type) {
      case 'drop.created':
        throw new Error('taken for another');
      default:
        expect(unknown.type).toBe('drop.merged');
    }
  });
});

describe('a common mistake has its own code and message', () => {
  const drop = (name: string) => Object.fromEntries(Object.entries(headers).filter(([given]) => given !== name));
  const signed = (text: string) => {
    const at = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(nowMs / 1_000) };
    return { ...at, 'webhook-signature': new Reference(SECRET).sign('evt_1', new Date(nowMs), text) };
  };
  const shifted = (seconds: number) => {
    const other = signTestWebhook({ type: 'webhook.ping' }, SECRET, { nowMs: nowMs + seconds * 1_000 });
    return [other.body, other.headers] satisfies Parameters<typeof verify>;
  };

  it.each<[string, Parameters<typeof verify>, WebhookErrorCode, RegExp]>([
    ['no id', [body, drop('webhook-id')], 'missing_header', /webhook-id is missing/],
    ['no timestamp', [body, drop('webhook-timestamp')], 'missing_header', /webhook-timestamp is missing/],
    ['no signature', [body, new Headers(drop('webhook-signature'))], 'missing_header', /webhook-signature is missing/],
    ['an empty list', [body, { ...headers, 'webhook-id': [] }], 'missing_header', /webhook-id/],
    ['the id twice', [body, { ...headers, 'webhook-id': ['evt_1', 'evt_1'] }], 'signature_mismatch', /No signature/],
    ['no headers', [body, null as never], 'missing_header', /webhook-id/],
    ['a parsed body', [JSON.parse(body)], 'body_not_raw', /was parsed .*express\.raw.*Fastify.*request\.text/],
    ['a promise', [Promise.resolve(body)], 'body_not_raw', /not awaited/],
    ['null', [null], 'body_not_raw', /was consumed before/],
    ['an empty body', [''], 'body_not_raw', /was consumed before/],
    ['an empty buffer', [Buffer.alloc(0)], 'body_not_raw', /was consumed before/],
    ['an empty ArrayBuffer', [new ArrayBuffer(0)], 'body_not_raw', /was consumed before/],
    ['no secret', [body, headers, ''], 'invalid_secret', /is missing/],
    ['no secrets', [body, headers, []], 'invalid_secret', /is missing/],
    ['a secret that is not a string', [body, headers, [SECRET, 7]], 'invalid_secret', /is invalid/],
    ['an API key', [body, headers, `dtk_${'a'.repeat(36)}`], 'invalid_secret', /is an API key/],
    ['an endpoint id', [body, headers, 'wh_3kT9vPq2Lm'], 'invalid_secret', /is invalid/],
    ['a line break of its file', [body, headers, `${SECRET}\n`], 'invalid_secret', /white space around it/],
    ['half a secret', [body, headers, SECRET.slice(0, 30)], 'invalid_secret', /24 to 64 bytes/],
    ['an old message', shifted(-301), 'timestamp_too_old', /301 s old.*clock/],
    ['a slow clock', shifted(301), 'timestamp_in_future', /301 s in the future.*clock/],
    [
      'a time that is not in seconds',
      [body, { ...headers, 'webhook-timestamp': 'now' }],
      'timestamp_malformed',
      /in seconds/,
    ],
    ['another version', [body, { ...headers, 'webhook-signature': 'v1a,x' }], 'signature_version_unknown', /v1/],
    ['another endpoint', [body, headers, secretOf(8)], 'signature_mismatch', /another endpoint.*body was changed/],
    ['another body', [body.replace('71', '72')], 'signature_mismatch', /body was changed/],
    ['a line break', [`${body}\n`], 'body_changed', /line break/],
    ['reserialized JSON', [JSON.stringify(JSON.parse(body), null, 2)], 'body_changed', /serialized again/],
    ['invalid JSON', ['{"id":', signed('{"id":')], 'body_not_json', /signature is valid, but the body is not JSON/],
    [
      'an event of another service',
      ['{"test":1}', signed('{"test":1}')],
      'body_not_event',
      /signature is valid, but the body is not an event/,
    ],
    ['null as event', ['null', signed('null')], 'body_not_event', /signature is valid, but the body is not an event/],
  ])('%s', (_name, given, code, message) => {
    const error = rejectionOf(...given);
    expect(error).toMatchObject({ code, name: 'WebhookVerificationError' });
    expect(error.message).toMatch(message);
    // A wrong value may be a secret of another service.
    expect(`${error.stack}${JSON.stringify(error)}`).not.toMatch(/aaaa|BwcH|3kT9/);
  });
});

it('accepts deliveries within toleranceSeconds, and none with a tolerance below 0 or NaN', () => {
  const old = signTestWebhook({ type: 'webhook.ping' }, SECRET, { nowMs: nowMs - 900_000 });
  expect(verify(old.body, old.headers, SECRET, { toleranceSeconds: 900 }).type).toBe('webhook.ping');
  expect(() => verify(old.body, old.headers, SECRET, { toleranceSeconds: 899 })).toThrow('900 s old');
  for (const toleranceSeconds of [-1, NaN]) {
    expect(() => verify(body, headers, SECRET, { toleranceSeconds })).toThrow(WebhookVerificationError);
  }
});

it('uses the system clock by default', () => {
  const { body: text, headers: given } = signTestWebhook({ type: 'webhook.ping' }, SECRET);
  expect(verifyWebhook(text, given, SECRET).type).toBe('webhook.ping');
  expect(() => verifyWebhook(body, headers, SECRET)).toThrow(WebhookVerificationError);
});
