import { envelopeBody } from '@droptrack/webhooks';
import { Webhook as Svix } from 'svix';
import {
  isKnownEvent,
  UsageError,
  verifyWebhook,
  WEBHOOK_EVENT_TYPES,
  type WebhookEvent,
  WebhookVerificationError,
} from '../index';
import { sampleEvent, signTestWebhook } from '../testing';

const SECRET = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;

it('creates an event of every type, which the packages of Standard Webhooks and Svix accept', () => {
  const ids = WEBHOOK_EVENT_TYPES.map((type) => {
    const { body, headers } = signTestWebhook({ type }, SECRET);
    const event = verifyWebhook(body, headers, SECRET);
    expect(new Svix(SECRET).verify(body, { ...headers })).toEqual(event);
    expect(isKnownEvent(event)).toBe(true);
    expect(event).toMatchObject({ type, id: headers['webhook-id'], api_version: 'v1' });
    expect(event.sequence).toBe(type.startsWith('webhook.') ? null : 8_841);
    return event.id;
  });
  // Receivers deduplicate by id.
  expect(new Set(ids).size).toBe(ids.length);
});

it('keeps given members, and adds those of the sample in the order of the contract', () => {
  const object = { ...sampleEvent('hype.threshold_crossed').data.object, id: 'mine', threshold: 50, direction: 'down' };
  const data = { object, previous: { cost_usd: 51 } } as const;
  const event = { sequence: 7, data, type: 'hype.threshold_crossed', id: 'evt_mine' } as const;
  const part = {
    ...event,
    data: { object: { id: 'mine', threshold: 50, direction: 'down' }, previous: { cost_usd: 51 } },
  } as const;
  const { body, headers } = signTestWebhook(part, SECRET, { nowMs: Date.UTC(2026, 0) });
  const sent = JSON.parse(body) as WebhookEvent<'hype.threshold_crossed'>;
  expect(sent).toEqual({ ...event, api_version: 'v1', timestamp: '2026-01-01T00:00:00.000Z' });
  expect(body).toBe(envelopeBody(sent));
  expect(headers).toMatchObject({ 'webhook-id': 'evt_mine', 'webhook-timestamp': String(Date.UTC(2026, 0) / 1_000) });
});

// Without the values of the sample: a recorded event says what changed.
it('signs a recorded event unchanged, also with members of a newer API', () => {
  const sample = sampleEvent('drop.updated');
  const data = { object: { ...sample.data.object, colour: 'red' }, previous: {}, note: 'new' };
  const recorded = { ...sample, data } as WebhookEvent<'drop.updated'>;
  expect(signTestWebhook(recorded, SECRET).body).toBe(JSON.stringify(recorded));
});

it('rejects an event that cannot be signed', () => {
  expect(() => signTestWebhook({ type: 'webhook.ping' }, 'dtk_x')).toThrow(WebhookVerificationError);
  expect(() => signTestWebhook({ type: 'webhook.ping' }, [])).toThrow(WebhookVerificationError);
  expect(() => signTestWebhook({ type: 'webhook.ping', id: 'a\nb' }, SECRET)).toThrow(UsageError);
  expect(() => signTestWebhook({ type: 'webhook.ping' }, SECRET, { nowMs: NaN })).toThrow(UsageError);
  // @ts-expect-error: unknown type
  signTestWebhook({ type: 'webhook.pong' }, SECRET);
  // @ts-expect-error: `data` of another type
  signTestWebhook({ type: 'drop.created', data: { object: { threshold: 1 } } }, SECRET);
});
