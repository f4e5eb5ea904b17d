import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Forwards requests to an API and replaces a text in the bodies of its responses. */
export class HostileApi {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  /** @param replaced - JSON text, such as the name of a drop in quotes. */
  static async start(target: string, replaced: string, replacement: string): Promise<HostileApi> {
    const forward = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
      const { method = 'GET', url = '/' } = request;
      const sent = await text(request);
      const response = await fetch(new URL(url, target), {
        method,
        headers: { authorization: String(request.headers.authorization), 'content-type': 'application/json' },
        ...(sent !== '' && { body: sent }),
      });
      const body = (await response.text()).replaceAll(replaced, replacement);
      reply.writeHead(response.status, {
        'content-type': response.headers.get('content-type') ?? 'application/json',
        'x-data-as-of': response.headers.get('x-data-as-of') ?? '',
      });
      reply.end(body);
    };
    const server = createServer((request, reply) => void forward(request, reply)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HostileApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
