import { AbortError, type Droptrack, type StreamedEvent, type StreamEventSelector } from '@droptrack/sdk';
import { type LocalDelivery, postDelivery, type PostDeps } from '../hooks/post-delivery';
import { signEvent } from '../hooks/sign-event';
import { type DevelopmentSecret, secretRemark, targetUrl } from '../hooks/target';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { explainFailure } from './api-client';
import { outcomeOf } from './webhooks-trigger';

export interface ListenArguments {
  /** Null for all types. */
  readonly types: readonly StreamEventSelector[] | null;
  /** Null to print only. */
  readonly forwardTo: string | null;
}

interface ListenDeps extends PostDeps {
  readonly client: Pick<Droptrack, 'stream'>;
  readonly output: Output;
  readonly secret: DevelopmentSecret;
  readonly signal: AbortSignal;
  /** Clock of signatures. */
  readonly now: () => Date;
  /** Prints a line of the result. */
  readonly print: (line: string) => void;
}

/**
 * Prints the events of a service as they happen, one line each, and posts them to a URL, one after the other: a slow receiver
 * delays the next event, and none is left out. Failed deliveries are not repeated. Ends at the signal, with code 0.
 */
export async function listenToEvents({ types, forwardTo }: ListenArguments, deps: ListenDeps): Promise<number> {
  const { client, output, secret, signal, now, print } = deps;
  const url = forwardTo === null ? null : targetUrl(forwardTo, '--forward-to');
  if (url !== null && secret.isNew) output.note(secretRemark(secret));
  let isOpen = false;
  try {
    for await (const message of client.stream(types === null ? {} : { type: types }, { signal })) {
      if (message.type === 'reset') output.note(`Events before ${message.as_of} are missing (${message.reason})`);
      else if (message.type !== 'position') {
        const delivery = url && (await postDelivery(url, signEvent(message, secret, now()), deps));
        if (signal.aborted) break;
        print(output.isJson ? documentOf(message, delivery) : lineOf(message, delivery));
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

/** One line of JSON. */
function documentOf(event: StreamedEvent, delivery: LocalDelivery | null): string {
  if (delivery === null) return JSON.stringify({ event, delivery });
  const { delivered, statusCode, durationMs, error, response } = delivery;
  const sent = { delivered, status_code: statusCode, duration_ms: durationMs, error, response };
  return JSON.stringify({ event, delivery: sent });
}
