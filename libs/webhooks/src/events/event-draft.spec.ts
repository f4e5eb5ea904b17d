import type { WebhookEnvelope } from '@droptrack/contracts';
import { envelopeBody } from './event-draft';

const event: WebhookEnvelope = {
  id: 'evt_1',
  type: 'drop.status_changed',
  api_version: 'v1',
  timestamp: '2026-08-22T10:00:00.000Z',
  sequence: 8841,
  data: { object: { name: 'Linéa' }, previous: {} },
};

// A redelivery signs the bytes of the first attempt, possibly in another process, from a row of the database.
it('returns the same text for any order of members and with additional members', () => {
  const text =
    '{"id":"evt_1","type":"drop.status_changed","api_version":"v1","timestamp":"2026-08-22T10:00:00.000Z",' +
    '"sequence":8841,"data":{"object":{"name":"Linéa"},"previous":{}}}';
  expect(envelopeBody(event)).toBe(text);
  const { data, ...rest } = event;
  const { object, previous } = data;
  const readBack = { attempts: 3, data: { endpoint: 'wh_1', previous, object }, ...rest };
  expect(envelopeBody(readBack)).toBe(text);
});
