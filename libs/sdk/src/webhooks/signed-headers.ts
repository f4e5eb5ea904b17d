import type { WEBHOOK_HEADERS } from '@droptrack/contracts';
import { WebhookVerificationError } from './webhook-verification-error';

/**
 * Request headers: `Headers` or another object with `get`, `request.headers` of Node, Express and Fastify, or any record.
 * Names are case-insensitive.
 */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** @throws {@link WebhookVerificationError} with code `missing_header`. */
export function signedHeaders(headers: WebhookHeaders): { id: string; timestamp: string; signature: string } {
  return {
    id: headerOf(headers, 'webhook-id'),
    timestamp: headerOf(headers, 'webhook-timestamp'),
    signature: headerOf(headers, 'webhook-signature'),
  };
}

/** Joins repeated headers. That is valid for signatures; a joined id or timestamp fails the verification. */
function headerOf(headers: WebhookHeaders, name: (typeof WEBHOOK_HEADERS)[number]): string {
  const value = hasGet(headers)
    ? headers.get(name)
    : Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];
  if (value?.length) return [value].flat().join(' ');
  throw new WebhookVerificationError('missing_header', `${name} is missing`);
}

const hasGet = (headers: WebhookHeaders): headers is { get(name: string): string | null | undefined } =>
  typeof headers?.get === 'function';
