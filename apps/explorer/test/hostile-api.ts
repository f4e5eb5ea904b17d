import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards requests to an API and replaces a text in the bodies of its responses. */
export class HostileApi {
  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  /** @param replaced - JSON text, such as the name of a drop in quotes. */
  static async start(target: string, replaced: string, replacement: string): Promise<HostileApi> {
    const server = createServer((request, reply) => {
      const headers = { authorization: String(request.headers.authorization) };
      void fetch(new URL(request.url ?? '/', target), { headers }).then(async (response) => {
        const body = (await response.text()).replaceAll(replaced, replacement);
        reply.writeHead(response.status, {
          'content-type': response.headers.get('content-type') ?? 'application/json',
          'x-data-as-of': response.headers.get('x-data-as-of') ?? '',
        });
        reply.end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HostileApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
