import { SOURCE_IDS, type SourceId } from '@droptrack/connectors';
import { type FakeHandler, type FakeRequest, startFakeServer } from '@droptrack/connectors/testing';
import { serveRequests } from '../process/child-program';
import { SourceFixtures } from './source-fixtures';

/** A request of the worker, for the yardstick to repeat. */
export interface RecordedRequest {
  /** Since the start of the recording, milliseconds. */
  readonly afterMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A request to the process of the sources. */
export type SourcesRequest =
  | { readonly type: 'listen' }
  /** One source accepts requests and never responds; null: all respond. */
  | { readonly type: 'hang'; readonly source: SourceId | null }
  /** Changes the data of every source, so that no response is the same as before. */
  | { readonly type: 'change' }
  | { readonly type: 'record' }
  /** Ends the recording and returns it. */
  | { readonly type: 'recorded' };

export interface SourcesResult {
  readonly urls: Readonly<Record<SourceId, string>>;
  readonly requests: readonly RecordedRequest[];
}

/** Headers of the connection. */
const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** All nine sources in one process, each on a port of its own. */
class SourcesServer {
  readonly #fixtures = new SourceFixtures(Date.now());
  readonly #urls: Partial<Record<SourceId, string>> = {};
  #hanging: SourceId | null = null;
  #recorded: RecordedRequest[] | null = null;
  #recordingBeganMs = 0;

  async handle(request: SourcesRequest): Promise<SourcesResult> {
    const requests = request.type === 'recorded' ? (this.#recorded ?? []) : [];
    if (request.type === 'listen') await this.#listen();
    if (request.type === 'hang') this.#hanging = request.source;
    if (request.type === 'change') this.#fixtures.change();
    if (request.type === 'recorded') this.#recorded = null;
    if (request.type === 'record') [this.#recorded, this.#recordingBeganMs] = [[], performance.now()];
    return { urls: this.#urls as SourcesResult['urls'], requests };
  }

  async #listen(): Promise<void> {
    for (const id of SOURCE_IDS) {
      const answering: FakeHandler = (asked) => {
        this.#recorded?.push(this.#recordOf(id, asked));
        return this.#hanging === id ? new Promise(() => undefined) : this.#fixtures.answering[id](asked);
      };
      this.#urls[id] = (await startFakeServer(answering)).url;
    }
  }

  #recordOf(id: SourceId, { method, url, headers, body }: FakeRequest): RecordedRequest {
    const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value]] : [],
    );
    return {
      afterMs: performance.now() - this.#recordingBeganMs,
      method,
      url: `${this.#urls[id] ?? ''}${url.pathname}${url.search}`,
      headers: Object.fromEntries(sent),
      body: body === '' ? null : body,
    };
  }
}

const server = new SourcesServer();
serveRequests((request: SourcesRequest) => server.handle(request));
