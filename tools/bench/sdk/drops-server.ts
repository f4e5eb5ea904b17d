import { createServer } from 'node:http';
import type { Drop, Page } from '@droptrack/contracts';
import { announce } from '../process/child-program';
import { KEEP_ALIVE_TIMEOUT_MS } from '../yardsticks/fixed-response';
import { madeUpDrop, PAGE_DROPS } from './made-up-drop';

// The server of the SDK bench: one drop, always the same bytes, or a page of drops, with the API's headers. It is cheap,
// so that the client is measured.
const drops = Number(process.argv[2]);
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, max-age=5',
  etag: 'W/"1a2b3c4d5e6f"',
  vary: 'authorization',
  'x-request-id': 'req_0123456789abcdef',
  'ratelimit-policy': '"pro";q=6000;w=60',
  ratelimit: '"pro";r=5999;t=1',
};
const one = Buffer.from(JSON.stringify(madeUpDrop(1)));

function page(from: number): Buffer {
  const to = Math.min(from + PAGE_DROPS, drops);
  const hasMore = to < drops;
  const body: Page<Drop> = {
    data: Array.from({ length: to - from }, (_, index) => madeUpDrop(from + index)),
    has_more: hasMore,
    next_cursor: hasMore ? String(to) : null,
    as_of: '2026-01-01T00:00:00.000Z',
  };
  return Buffer.from(JSON.stringify(body));
}

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, ({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  response.writeHead(200, headers);
  response.end(pathname === '/v1/drops' ? page(Number(searchParams.get('cursor') ?? 0)) : one);
});
server.listen(0, '127.0.0.1', () => announce(server.address()));
