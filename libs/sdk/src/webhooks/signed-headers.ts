import type { WEBHOOK_HEADERS } from '@droptrack/contracts';
import { WebhookVerificationError } from './webhook-verification-error';

/**
 * Headers as platforms have them: the `Headers` of fetch handlers (or whatever else has `get`), the `request.headers`
 * of Node, Express and Fastify, or any record; names in any case.
 */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** @throws {WebhookVerificationError} `missing_header`. */
export function signedHeaders(headers: WebhookHeaders): { id: string; timestamp: string; signature: string } {
  return {
    id: headerOf(headers, 'webhook-id'),
    timestamp: headerOf(headers, 'webhook-timestamp'),
    signature: headerOf(headers, 'webhook-signature'),
  };
}

/** Signatures in several headers mean the same as in one; an id or a time that came twice is that of no message. */
function headerOf(headers: WebhookHeaders, name: (typeof WEBHOOK_HEADERS)[number]): string {
  const value = hasGet(headers)
    ? headers.get(name)
    : Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];
  if (value?.length) return [value].flat().join(' ');
  throw new WebhookVerificationError('missing_header', `${name} is missing`);
}

const hasGet = (headers: WebhookHeaders): headers is { get(name: string): string | null | undefined } =>
  typeof headers?.get === 'function';
