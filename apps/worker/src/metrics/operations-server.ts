import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

/** Part of the process that may not be ready. */
export interface ReadinessCheck {
  /** Reason for which the process is not ready; null when it is. */
  unreadiness(): string | null;
}

export interface OperationsSources {
  readonly registry: Registry;
  readonly checks: readonly ReadinessCheck[];
}

/** Handler of a path of the operations port. */
type Handler = (sources: OperationsSources, response: ServerResponse) => void | Promise<void>;

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  '/healthz': (_, response) => json(response, 200, { status: 'ok' }),
  '/readyz': ({ checks }, response) => {
    const reasons = checks.flatMap((check) => check.unreadiness() ?? []);
    if (reasons.length === 0) json(response, 200, { status: 'ready' });
    else json(response, 503, { status: 'not ready', detail: reasons.join('; ') });
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
    const handle = request.method === 'GET' ? HANDLERS[request.url ?? ''] : undefined;
    if (handle === undefined) {
      response.writeHead(404).end();
      return;
    }
    Promise.resolve(handle(sources, response)).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
