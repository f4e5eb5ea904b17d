import type { WebhookEventType } from '@droptrack/contracts';
import { AbortError, type StreamedEvent, type StreamEventSelector } from '@droptrack/sdk';
import { sampleEvent, type SampleOverrides, signTestWebhook } from '@droptrack/sdk/testing';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { explainFailure } from '../../session/api-client';
import type { ApiSession, Session } from '../../session/session';
import { type LocalDelivery, postDelivery } from './local/post-delivery';
import { signEvent } from './local/sign-event';
import { developmentSecret, secretRemark, targetUrl } from './local/target';

const POSTING = { fetch: globalThis.fetch, nowMs: () => performance.now() };

interface TriggerWebhook {
  readonly type: WebhookEventType;
  readonly to: string;
  readonly secret: string | null;
  /** Slug of the drop that the event is about; null for the sample's. */
  readonly drop: string | null;
}

/** Sends a signed sample event to a URL. Exits with code 1 unless the response is 2xx. */
export async function triggerWebhook(
  { type, to, secret: given, drop }: TriggerWebhook,
  { output, env }: Pick<Session, 'output' | 'env'>,
): Promise<number> {
  const secret = developmentSecret(given, env['DROPTRACK_WEBHOOK_SECRET']);
  const url = targetUrl(to, '--to');
  const event = sampleEvent(type, drop === null ? {} : aboutDrop(type, drop));
  const delivery = await postDelivery(url, signTestWebhook(event, secret.secret), POSTING);
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
const outcomeOf = ({ statusCode, error, durationMs }: LocalDelivery): string =>
  `${statusCode ?? `failed (${error})`} in ${durationMs} ms`;

/** @throws {CliError} for an event that is not about a drop. */
function aboutDrop(type: WebhookEventType, id: string): SampleOverrides<WebhookEventType> {
  const [group] = type.split('.');
  if (group === 'webhook') throw new CliError(INVALID_ARGUMENT, `--drop: ${type} is not about a drop`);
  const object = group === 'calendar' || group === 'eligibility' ? { drop: id } : { id };
  return { data: { object } };
}

interface ListenToEvents {
  /** Null for all types. */
  readonly types: readonly StreamEventSelector[] | null;
  /** Null to print only. */
  readonly forwardTo: string | null;
  readonly secret: string | null;
}

/**
 * Prints the events of a service as they happen, one line each, and posts them to a URL, one after the other: a slow receiver
 * delays the next event, and none is left out. Failed deliveries are not repeated. Ends at the signal, with code 0.
 */
export async function listenToEvents(
  { types, forwardTo, secret: given }: ListenToEvents,
  { client, output, signal, now, env }: ApiSession & Pick<Session, 'now' | 'env'>,
): Promise<number> {
  const secret = developmentSecret(given, env['DROPTRACK_WEBHOOK_SECRET']);
  const url = forwardTo === null ? null : targetUrl(forwardTo, '--forward-to');
  if (url !== null && secret.isNew) output.note(secretRemark(secret));
  let isOpen = false;
  try {
    for await (const message of client.stream(types === null ? {} : { type: types }, { signal })) {
      if (message.type === 'reset') output.note(`Events before ${message.as_of} are missing (${message.reason})`);
      else if (message.type !== 'position') {
        const delivery = url && (await postDelivery(url, signEvent(message, secret, now()), { ...POSTING, signal }));
        if (signal.aborted) break;
        output.line(documentOf(message, delivery), lineOf(message, delivery));
      } else if (!isOpen) output.note(`Listening${forwardTo === null ? '' : ` and forwarding to ${forwardTo}`}; stop with Ctrl-C`); // prettier-ignore
      isOpen = true;
    }
  } catch (error) {
    if (!(error instanceof AbortError)) throw explainFailure(error);
  }
  return EXIT.done;
}

function lineOf(event: StreamedEvent, delivery: LocalDelivery | null): string {
  const { object } = event.data;
  const subject = 'drop' in object ? object.drop : object.id;
  const outcome = delivery === null ? '' : ` → ${outcomeOf(delivery)}`;
  return `${event.timestamp} ${event.type} ${subject} ${event.id}${outcome}`;
}

function documentOf(event: StreamedEvent, delivery: LocalDelivery | null): object {
  if (delivery === null) return { event, delivery };
  const { delivered, statusCode, durationMs, error, response } = delivery;
  return { event, delivery: { delivered, status_code: statusCode, duration_ms: durationMs, error, response } };
}
