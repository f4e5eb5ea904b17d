import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

export interface OperationsSources {
  readonly registry: Registry;
  /** Reason for which this process is not ready; null when it is. */
  readonly unreadiness: () => string | null;
}

/** Handler of a path of the operations port. */
type Answer = (sources: OperationsSources, response: ServerResponse) => void | Promise<void>;

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const ANSWERS: Readonly<Record<string, Answer>> = {
  '/healthz': (_, response) => json(response, 200, { status: 'ok' }),
  '/readyz': ({ unreadiness }, response) => {
    const reason = unreadiness();
    if (reason === null) json(response, 200, { status: 'ready' });
    else json(response, 503, { status: 'not ready', detail: reason });
  },
  '/metrics': async ({ registry }, response) => {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  },
};

/** Serves metrics and health to operators on a private port; 0 is any free port. */
export async function startOperationsServer(
  sources: OperationsSources,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? ANSWERS[request.url ?? ''] : undefined;
    if (answer === undefined) {
      response.writeHead(404).end();
      return;
    }
    Promise.resolve(answer(sources, response)).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
