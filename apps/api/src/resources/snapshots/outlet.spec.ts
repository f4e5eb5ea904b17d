import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Outlet, type Patience, ReaderGoneError } from './outlet';

const CHUNK = Buffer.alloc(256 * 1024, 'x');
/** More than the buffers on the way hold. */
const CHUNKS_MANY = 160;

describe('Outlet', () => {
  let server: Server;
  let serve: (response: ServerResponse) => void;
  beforeAll(async () => {
    server = createServer((_, response) => serve(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A reader and the outlet to it. */
  const connected = async (given: Partial<Patience> = {}, monotonicMs?: () => number) => {
    const patience = { chunkMs: 60_000, allMs: 60_000, bytesPerSecondMin: 1, ...given };
    let answer: (reader: IncomingMessage) => void;
    const reader = new Promise<IncomingMessage>((resolve) => (answer = resolve));
    const outlet = await new Promise<Outlet>((resolve) => {
      serve = (response) => {
        const made = new Outlet(response, patience, monotonicMs);
        response.writeHead(200);
        response.flushHeaders();
        resolve(made);
      };
      get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (response) => answer(response));
    });
    return { outlet, reader: await reader };
  };
  const bodyOf = async (reader: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of reader) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  /** Writes until nothing more is taken, or all is; how many chunks were asked for. */
  const pour = async (outlet: Outlet, poured = { chunks: 0 }) => {
    for (; poured.chunks < CHUNKS_MANY; poured.chunks += 1) await outlet.write(CHUNK);
    return poured.chunks;
  };

  it.each([null, 'gzip'] as const)('gives all that was written, as %s', async (encoding) => {
    const { outlet, reader } = await connected();
    const body = bodyOf(reader);
    if (encoding !== null) outlet.compress(encoding);
    await outlet.write(Buffer.from('one\n'));
    await outlet.end(Buffer.from('two\n'));
    const bytes = await body;
    expect((encoding === null ? bytes : gunzipSync(bytes)).toString()).toBe('one\ntwo\n');
    expect(outlet.gone.aborted).toBe(false);
  });

  // What does not wait for its reader has poured all by the time that another, which began later, is through.
  it('asks for no more than a reader takes', async () => {
    const { outlet, reader } = await connected();
    const poured = { chunks: 0 };
    const all = pour(outlet, poured);
    const other = await connected();
    other.reader.resume();
    expect(await pour(other.outlet)).toBe(CHUNKS_MANY);
    await other.outlet.end(Buffer.from('end'));
    expect(poured.chunks).toBeLessThan(CHUNKS_MANY / 2);
    reader.resume();
    expect(await all).toBe(CHUNKS_MANY);
    await outlet.end(Buffer.from('end'));
  });

  it('lets go of a reader that takes nothing for too long, in what is written and at the end', async () => {
    const { outlet, reader } = await connected({ chunkMs: 100, allMs: 60_000 });
    const broken = new Promise((resolve) => reader.once('error', resolve));
    await expect(pour(outlet)).rejects.toThrow('the reader took nothing for 0.1 s');
    expect(outlet.gone.aborted).toBe(true);
    reader.resume();
    await broken;
    const other = await connected({ chunkMs: 100, allMs: 60_000 });
    await expect(other.outlet.end(Buffer.alloc(64 * 1024 * 1024))).rejects.toThrow(ReaderGoneError);
  });

  /** Writes chunks, while each wait for the reader takes so long by the clock; how many were written. */
  const pourSlowly = async (waitMs: number, bytesPerSecondMin: number) => {
    let nowMs = 0;
    const { outlet, reader } = await connected({ chunkMs: 60_000, bytesPerSecondMin }, () => (nowMs += waitMs));
    reader.on('error', () => undefined).resume();
    const poured = { chunks: 0 };
    const error: unknown = await pour(outlet, poured).catch((thrown: unknown) => thrown);
    return { error, chunks: poured.chunks };
  };

  // Eight that took 64 KB a minute each held all slots for an hour.
  it('lets go of a reader that takes less than the lowest rate, after a minute of waiting for it', async () => {
    // Each wait reads the clock twice: 10 s for 256 KiB are 26 214 bytes a second.
    const { error, chunks } = await pourSlowly(10_000, 50_000);
    expect(String(error)).toContain('the reader takes fewer than 50000 bytes per second');
    expect(chunks).toBeGreaterThan(6);
  });

  it('keeps a reader that takes the lowest rate or more', async () => {
    expect(await pourSlowly(10_000, 26_000)).toEqual({ error: CHUNKS_MANY, chunks: CHUNKS_MANY });
  });

  it('lets go of a transfer that lasts too long', async () => {
    const { outlet, reader } = await connected({ chunkMs: 60_000, allMs: 1_000 });
    const broken = new Promise((resolve) => reader.once('error', resolve));
    reader.resume();
    await broken;
    await expect(outlet.write(CHUNK)).rejects.toThrow('it took longer than 1 s');
  });

  it('tells whoever waits for room that the reader has left', async () => {
    const { outlet, reader } = await connected();
    reader.on('error', () => undefined);
    const waiting = pour(outlet);
    reader.destroy();
    await expect(waiting).rejects.toThrow('the reader is gone');
  });

  it('breaks the connection when it is cut, so that no reader takes it for the end', async () => {
    const { outlet, reader } = await connected();
    const body = bodyOf(reader);
    await outlet.write(Buffer.from('one\n'));
    outlet.cut('a test');
    await expect(body).rejects.toThrow('aborted');
  });
});
