import { SOURCE_IDS, type SourceId } from '@droptrack/connectors';
import { type FakeHandler, type FakeRequest, startFakeServer } from '@droptrack/connectors/testing';
import type { MadeRequest, SourcesAnswer, SourcesReady, SourcesRequest } from './messages';
import { Worlds } from './worlds';

/** About the connection, not about what is asked. */
const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** Serves all nine sources in one process, each on a port of its own as real ones are on hosts of their own. */
class SourcesServer {
  readonly #worlds = new Worlds(Date.now());
  readonly #urls = new Map<SourceId, string>();
  #hanging: SourceId | null = null;
  #recorded: MadeRequest[] | null = null;
  #recordingBeganMs = 0;

  async listen(): Promise<SourcesReady> {
    for (const id of SOURCE_IDS) {
      const { url } = await startFakeServer(this.#watched(id, this.#worlds.answering[id]));
      this.#urls.set(id, url);
    }
    return { urls: Object.fromEntries(this.#urls) as SourcesReady['urls'] };
  }

  answer(request: SourcesRequest): SourcesAnswer {
    if (request.type === 'hang') this.#hanging = request.source;
    if (request.type === 'move_on') this.#worlds.moveOn();
    if (request.type === 'record') {
      this.#recorded = [];
      this.#recordingBeganMs = performance.now();
    }
    if (request.type !== 'recorded') return { requests: [] };
    const requests = this.#recorded ?? [];
    this.#recorded = null;
    return { requests };
  }

  #watched(id: SourceId, answering: FakeHandler): FakeHandler {
    return (asked) => {
      this.#recorded?.push(this.#made(id, asked));
      return this.#hanging === id ? new Promise(() => undefined) : answering(asked);
    };
  }

  #made(id: SourceId, { method, url, headers, body }: FakeRequest): MadeRequest {
    const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value]] : [],
    );
    return {
      afterMs: performance.now() - this.#recordingBeganMs,
      method,
      url: `${this.#urls.get(id) ?? ''}${url.pathname}${url.search}`,
      headers: Object.fromEntries(sent),
      body: body === '' ? null : body,
    };
  }
}

async function serve(): Promise<void> {
  const server = new SourcesServer();
  const ready = await server.listen();
  process.on('message', (request: SourcesRequest) => process.send?.(server.answer(request)));
  process.send?.(ready);
}

process.on('disconnect', () => process.exit(0));
void serve();
