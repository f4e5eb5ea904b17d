import { STREAM_POSITION_INTERVAL_MS, STREAM_TYPE, type StreamMessage, type StreamQuery } from '@droptrack/contracts';
import type { ApiError } from '../api-error';
import type { Connection } from '../connection';
import { AbortError, type DroptrackError, InvalidAnswerError } from '../errors';
import type { CallOptions } from '../options';
import { EventParser } from './event-parser';

/** Without a byte for the time of three positions, a connection counts as lost. */
const SILENCE_MS_MAX = 3 * STREAM_POSITION_INTERVAL_MS;
/** Attempts of a reconnect: a stream that has been open does not give up. */
export const RECONNECTS_MAX = Number.MAX_SAFE_INTEGER;
/** Wait before a reconnect, whatever the server asks for. */
const RECONNECT_MS = { least: 1_000, most: 30_000 };

/** Reads the stream, and reconnects after the last received position when a connection ends. See `Droptrack.stream`. */
export async function* messagesOf(
  connection: Connection,
  query: StreamQuery,
  options: CallOptions,
): AsyncGenerator<StreamMessage, void, undefined> {
  const { signal, timeoutMs = SILENCE_MS_MAX, maxRetries = RECONNECTS_MAX } = options;
  /** Ids of the events after the last position. A connection that ends there resumes before them, which repeats them. */
  const returned = new Set<string>();
  let after: number | string | undefined = query.after;
  let retryMs = RECONNECT_MS.least;
  let failures = 0;
  for (let call: CallOptions = { ...options, timeoutMs }; ; call = { ...call, maxRetries }) {
    const parser = new EventParser();
    let error: DroptrackError | null = null;
    const answer = await connection
      .stream(['stream'], { ...query, after }, STREAM_TYPE, call)
      .catch((reason: DroptrackError) => {
        if (call.maxRetries !== RECONNECTS_MAX || !isTransient(reason)) throw reason;
        error = reason;
        return null;
      });
    const bytes = answer?.data;
    failures += 1;
    /** Reads the next chunk. A connection that is lost ends like one that is closed: with null. */
    const next = async (): Promise<Uint8Array | null> =>
      bytes?.next().catch((reason: DroptrackError) => {
        if (reason instanceof AbortError) throw reason;
        error = reason;
        return null;
      }) ?? null;
    try {
      for (let chunk = await next(); chunk !== null; chunk = await next()) {
        for (const { id, data } of parser.push(chunk)) {
          if (signal?.aborted) await next(); // It throws.
          const message = parse(data);
          const eventId = 'id' in message ? message.id : '';
          const isRepeated = returned.has(eventId);
          if (id) {
            after = id;
            returned.clear();
          } else returned.add(eventId);
          failures = 0;
          if (!isRepeated) yield message;
        }
      }
    } finally {
      bytes?.close();
    }
    retryMs = Math.max(parser.retryMs ?? retryMs, RECONNECT_MS.least);
    const delayMs = Math.min(retryMs * 2 ** failures, RECONNECT_MS.most) * (1 + Math.random() / 4);
    await connection.pause(delayMs, signal, {
      method: 'GET',
      path: '/v1/stream',
      attempt: failures + 1,
      status: error ? null : 200,
      requestId: answer?.requestId ?? null,
      error,
    });
  }
}

/**
 * True for a response of a proxy or of a service that is about to return: also one that asks for a long wait. Without the class
 * and `isRetryable`, which would become one more of the first files.
 */
function isTransient(error: DroptrackError): boolean {
  const { status = 0 } = error as Partial<ApiError>;
  return error instanceof InvalidAnswerError || status === 408 || status === 429 || status >= 500;
}

/** @throws {@link InvalidAnswerError} for data that are not a message, without a quote of them. */
function parse(data: string): StreamMessage {
  try {
    const message = JSON.parse(data);
    if (typeof message.type === 'string') return message;
  } catch {
    // Reported below.
  }
  throw new InvalidAnswerError('The response has an event that is not a message of the stream');
}
