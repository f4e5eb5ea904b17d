import type { ServerResponse } from 'node:http';

/** How often a receiver that drips sends a byte, in milliseconds. */
const DRIP_MS = 1_000;
const FLOOD_BYTES = 100 * 2 ** 20;
const CHUNK = Buffer.alloc(2 ** 16, '.');

/** Ways for a receiver to be of no use, each of which has cost some service its queue. */
export const DEATHS: Readonly<
  Record<'hang' | 'drip' | 'flood' | 'reset' | 'cut' | 'fail', (response: ServerResponse) => void>
> = {
  hang: () => undefined,
  drip: (response) => {
    response.writeHead(500);
    const timer = setInterval(() => response.write('.'), DRIP_MS);
    response.on('close', () => clearInterval(timer));
  },
  flood: (response) => {
    response.writeHead(500, { 'content-length': FLOOD_BYTES });
    let left = FLOOD_BYTES;
    const pour = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= CHUNK.length;
        if (!response.write(CHUNK)) return void response.once('drain', pour);
      }
    };
    pour();
  },
  reset: ({ socket }) => void socket?.destroy(),
  cut: ({ socket }) => void socket?.end('HTTP/1.1 200 OK\r\ncontent-le'),
  fail: (response) => void response.writeHead(500).end('it is down'),
};
