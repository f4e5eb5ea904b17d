import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Cleanup } from '../../bench/process/cleanup';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Serves a page from an origin of its own, as the service's answers are read across origins. */
export class PageServer {
  #directory: string | null = null;
  private constructor(readonly origin: string) {}

  /** Listens on a free port; what it serves may be built later. */
  static async start(undo: Cleanup): Promise<PageServer> {
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', page.origin).pathname;
      page.#read(path === '/' ? '/index.html' : path).then(
        (body) => response.setHeader('content-type', TYPES[extname(path)] ?? 'text/html').end(body),
        () => response.writeHead(404).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await undo.push(async () => void server.close());
    const page = new PageServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return page;
  }

  serve(directory: string): void {
    this.#directory = directory;
  }

  async #read(path: string): Promise<Buffer> {
    // `normalize` takes out what would climb above the directory.
    return readFile(join(this.#directory ?? '/nowhere', normalize(path)));
  }
}
