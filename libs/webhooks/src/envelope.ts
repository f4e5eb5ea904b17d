import type { WebhookEnvelope } from '@droptrack/contracts';

/**
 * Serializes the body of a delivery: JSON without white space, with the members of the contract in its order. It is
 * deterministic, so that a redelivery or a replay has the same bytes as the first attempt.
 *
 * @returns text whose UTF-8 is signed and sent.
 */
export function envelopeBody({ id, type, api_version, timestamp, sequence, data }: WebhookEnvelope): string {
  const { object, previous } = data;
  return JSON.stringify({ id, type, api_version, timestamp, sequence, data: { object, previous } });
}
