import type { StreamedEvent } from '@droptrack/sdk';
import type { SignedTestWebhook } from '@droptrack/sdk/testing';
import { parseSecret, signWebhook } from '@droptrack/webhooks';
import type { DevelopmentSecret } from './target';

/**
 * Signs an event of the stream as it is: nothing is added, whatever members the service left out or has new, so that a
 * receiver gets what its webhook would bring. Streams and webhooks have the same text, written by `JSON.stringify`, which
 * therefore restores it.
 */
export function signEvent(event: StreamedEvent, { secret }: DevelopmentSecret, now: Date): SignedTestWebhook {
  const body = JSON.stringify(event);
  const message = {
    id: event.id,
    timestampSeconds: Math.floor(now.getTime() / 1_000),
    body,
    keys: [parseSecret(secret)],
  };
  return { body, headers: { ...signWebhook(message), 'content-type': 'application/json' } };
}
