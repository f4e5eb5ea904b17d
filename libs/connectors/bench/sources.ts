import { type FakeRequest, startFakeServer } from '@droptrack/sources/testing';
import { SourceFixtures } from './source-fixtures';
import { POLLED_SOURCES, type PolledSource } from './subjects';

/** A request of the worker, for the yardstick to repeat. */
export interface RecordedRequest {
  /** Since the start of the recording, milliseconds. */
  readonly afterMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Headers of the connection. */
const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

// All nine sources in one process, each on a port of its own.
const fixtures = new SourceFixtures(Date.now());
const urls = {} as Record<PolledSource, string>;
let hanging: PolledSource | null = null;
let requests: RecordedRequest[] | null = null;
let recordingBeganMs = 0;

export async function listen(): Promise<Readonly<Record<PolledSource, string>>> {
  for (const id of POLLED_SOURCES) {
    const { url } = await startFakeServer((request) => {
      requests?.push(recordOf(id, request));
      return hanging === id ? new Promise(() => undefined) : fixtures.answering[id](request);
    });
    urls[id] = url;
  }
  return urls;
}

/** One source accepts requests and never responds; null: all respond. */
export function hang(source: PolledSource | null): void {
  hanging = source;
}

/** Changes the data of every source, so that no response is the same as before. */
export const change = (): void => fixtures.change();

export function record(): void {
  [requests, recordingBeganMs] = [[], performance.now()];
}

/** Ends the recording and returns it. */
export function recorded(): readonly RecordedRequest[] {
  const all = requests ?? [];
  requests = null;
  return all;
}

function recordOf(id: PolledSource, { method, url, headers, body }: FakeRequest): RecordedRequest {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value]] : [],
  );
  return {
    afterMs: performance.now() - recordingBeganMs,
    method,
    url: `${urls[id]}${url.pathname}${url.search}`,
    headers: Object.fromEntries(sent),
    body: body === '' ? null : body,
  };
}
