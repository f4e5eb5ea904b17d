import type { WebhookEnvelope } from '@droptrack/contracts';

/**
 * The body of a delivery: JSON without white space, its members in the order of the contract. The same event gives the
 * same bytes on every machine, so a redelivery or a replay carries what the first attempt did. Members that the
 * contract does not name stay out.
 *
 * @returns text, whose UTF-8 is what is signed and sent.
 */
export function envelopeBody({ id, type, api_version, timestamp, sequence, data }: WebhookEnvelope): string {
  const { object, previous } = data;
  return JSON.stringify({ id, type, api_version, timestamp, sequence, data: { object, previous } });
}
