import type { WebhookEventType } from '@droptrack/contracts';
import { sampleEvent, type SampleOverrides, signTestWebhook } from '@droptrack/sdk/testing';
import { type LocalDelivery, postDelivery, type PostDeps } from '../hooks/post-delivery';
import { type DevelopmentSecret, secretRemark, targetUrl } from '../hooks/target';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import type { Output } from '../output/output';

export interface TriggerArguments {
  readonly type: WebhookEventType;
  readonly to: string;
  /** Slug of the drop that the event is about; null for the sample's. */
  readonly dropId: string | null;
}

interface TriggerDeps extends PostDeps {
  readonly output: Output;
  readonly secret: DevelopmentSecret;
}

/** Sends a signed sample event to a URL. Exits with code 1 unless the response is 2xx. */
export async function triggerWebhook({ type, to, dropId }: TriggerArguments, deps: TriggerDeps): Promise<number> {
  const { output, secret } = deps;
  const url = targetUrl(to, '--to');
  const event = sampleEvent(type, dropId === null ? {} : aboutDrop(type, dropId));
  const delivery = await postDelivery(url, signTestWebhook(event, secret.secret), deps);
  const { delivered, statusCode, durationMs, error, response } = delivery;
  const document = {
    delivered,
    status_code: statusCode,
    duration_ms: durationMs,
    error,
    response,
    to,
    event,
    ...(secret.isNew && { secret: secret.secret }),
  };
  const remarks = [secret.isNew ? secretRemark(secret) : '', response.trim()].filter((line) => line !== '');
  output.result(document, `${type} ${event.id} → ${to}: ${outcomeOf(delivery)}`, remarks.join('\n'));
  return delivered ? EXIT.done : EXIT.failed;
}

/** Outcome in one phrase: `204 in 12 ms`. */
export const outcomeOf = ({ statusCode, error, durationMs }: LocalDelivery): string =>
  `${statusCode ?? `failed (${error})`} in ${durationMs} ms`;

/** @throws {CliError} for an event that is not about a drop. */
function aboutDrop(type: WebhookEventType, id: string): SampleOverrides<WebhookEventType> {
  const [group] = type.split('.');
  if (group === 'webhook') throw new CliError(INVALID_ARGUMENT, `--drop: ${type} is not about a drop`);
  const object = group === 'calendar' || group === 'eligibility' ? { drop: id } : { id };
  return { data: { object } };
}
