import { Webhook as Svix } from 'svix';
import {
  isKnownEvent,
  signTestWebhook,
  UsageError,
  verifyWebhook,
  WEBHOOK_EVENT_TYPES,
  type WebhookEvent,
  WebhookVerificationError,
} from '../index';

const SECRET = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;

it('makes an event of every type, which the packages of receivers accept', () => {
  const ids = WEBHOOK_EVENT_TYPES.map((type) => {
    const { body, headers } = signTestWebhook(type, SECRET);
    const event = verifyWebhook(body, headers, SECRET);
    expect(new Svix(SECRET).verify(body, { ...headers })).toEqual(event);
    expect(isKnownEvent(event)).toBe(true);
    expect(event).toMatchObject({ type, id: headers['webhook-id'], api_version: 'v1' });
    expect(event.sequence).toBe(type.startsWith('webhook.') ? null : 1);
    // What has changed is not as it was.
    for (const [name, before] of Object.entries(event.data.previous)) {
      expect(event.data.object).toHaveProperty(name);
      expect(event.data.object).not.toHaveProperty(name, before);
    }
    return event.id;
  });
  // Receivers know a repetition by the id.
  expect(new Set(ids).size).toBe(ids.length);
});

it('fills in what a test does not care about, and keeps what it does', () => {
  const event = {
    type: 'hype.threshold_crossed',
    id: 'evt_mine',
    sequence: 7,
    data: { object: { id: 'linea', hype_score: 49, threshold: 50, direction: 'down' }, previous: { hype_score: 51 } },
  } as const;
  const { body, headers } = signTestWebhook(event, SECRET, { nowMs: Date.UTC(2026, 0) });
  const sent = JSON.parse(body) as WebhookEvent<'hype.threshold_crossed'>;
  expect(sent).toMatchObject({ ...event, timestamp: '2026-01-01T00:00:00.000Z' });
  expect(sent.data.object.rating.legit).toBeGreaterThan(0);
  expect(Object.keys(sent)).toEqual(['id', 'type', 'api_version', 'timestamp', 'sequence', 'data']);
  expect(headers).toMatchObject({ 'webhook-timestamp': String(Date.UTC(2026, 0) / 1_000) });
});

it('refuses what cannot be signed', () => {
  expect(() => signTestWebhook('webhook.ping', 'dtk_x')).toThrow(WebhookVerificationError);
  expect(() => signTestWebhook('webhook.ping', [])).toThrow(WebhookVerificationError);
  expect(() => signTestWebhook({ type: 'webhook.ping', id: 'a\nb' }, SECRET)).toThrow(UsageError);
  expect(() => signTestWebhook('webhook.ping', SECRET, { nowMs: NaN })).toThrow(UsageError);
  // @ts-expect-error: a type that is none
  signTestWebhook('webhook.pong', SECRET);
  // @ts-expect-error: `data` is that of another type
  signTestWebhook({ type: 'drop.created', data: { object: { threshold: 1 } } }, SECRET);
});
