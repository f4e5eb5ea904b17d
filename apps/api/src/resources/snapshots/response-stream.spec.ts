import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { ResponseStream, type ReaderLimits, TransferAbortedError } from './response-stream';

const CHUNK = Buffer.alloc(256 * 1024, 'x');
/** More than all buffers between server and client can hold. */
const CHUNKS_MANY = 160;

describe('ResponseStream', () => {
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

  /** Client and the response stream to it. */
  const connected = async (given: Partial<ReaderLimits> = {}, monotonicMs?: () => number) => {
    const limits = { chunkMs: 60_000, allMs: 60_000, bytesPerSecondMin: 1, ...given };
    let answer: (reader: IncomingMessage) => void;
    const reader = new Promise<IncomingMessage>((resolve) => (answer = resolve));
    const stream = await new Promise<ResponseStream>((resolve) => {
      serve = (response) => {
        const created = new ResponseStream(response, limits, monotonicMs);
        response.writeHead(200);
        response.flushHeaders();
        resolve(created);
      };
      get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (response) => answer(response));
    });
    return { stream, reader: await reader };
  };
  const bodyOf = async (reader: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of reader) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  /** Writes chunks as fast as the stream accepts them; returns the number of chunks. */
  const writeAll = async (stream: ResponseStream, written = { chunks: 0 }) => {
    for (; written.chunks < CHUNKS_MANY; written.chunks += 1) await stream.write(CHUNK);
    return written.chunks;
  };

  it.each([null, 'gzip'] as const)('sends everything that was written, with the encoding %s', async (encoding) => {
    const { stream, reader } = await connected();
    const body = bodyOf(reader);
    if (encoding !== null) stream.compress(encoding);
    await stream.write(Buffer.from('one\n'));
    await stream.end(Buffer.from('two\n'));
    const bytes = await body;
    expect((encoding === null ? bytes : gunzipSync(bytes)).toString()).toBe('one\ntwo\n');
    expect(stream.signal.aborted).toBe(false);
  });

  // A stream without backpressure would have written everything by the time that a later one has finished.
  it('waits for the client (backpressure)', async () => {
    const { stream, reader } = await connected();
    const written = { chunks: 0 };
    const all = writeAll(stream, written);
    const other = await connected();
    other.reader.resume();
    expect(await writeAll(other.stream)).toBe(CHUNKS_MANY);
    await other.stream.end(Buffer.from('end'));
    expect(written.chunks).toBeLessThan(CHUNKS_MANY / 2);
    reader.resume();
    expect(await all).toBe(CHUNKS_MANY);
    await stream.end(Buffer.from('end'));
  });

  it('aborts when the client reads nothing for too long, during writes and at the end', async () => {
    const { stream, reader } = await connected({ chunkMs: 100, allMs: 60_000 });
    const broken = new Promise((resolve) => reader.once('error', resolve));
    await expect(writeAll(stream)).rejects.toThrow('the client read nothing for 0.1 s');
    expect(stream.signal.aborted).toBe(true);
    reader.resume();
    await broken;
    const other = await connected({ chunkMs: 100, allMs: 60_000 });
    await expect(other.stream.end(Buffer.alloc(64 * 1024 * 1024))).rejects.toThrow(TransferAbortedError);
  });

  /** Writes chunks while each wait for the client takes `waitMs` by the clock; returns the number of chunks. */
  const writeWithWaits = async (waitMs: number, bytesPerSecondMin: number) => {
    let nowMs = 0;
    const { stream, reader } = await connected({ chunkMs: 60_000, bytesPerSecondMin }, () => (nowMs += waitMs));
    reader.on('error', () => undefined).resume();
    const written = { chunks: 0 };
    const error: unknown = await writeAll(stream, written).catch((thrown: unknown) => thrown);
    return { error, chunks: written.chunks };
  };

  // Eight clients that read 64 KB per minute would otherwise occupy all slots for an hour.
  it('aborts when the client reads below the minimum rate, after one minute of waiting', async () => {
    // Each wait reads the clock twice: 10 s for 256 KiB is 26 214 bytes per second.
    const { error, chunks } = await writeWithWaits(10_000, 50_000);
    expect(String(error)).toContain('the client reads fewer than 50000 bytes per second');
    expect(chunks).toBeGreaterThan(6);
  });

  it('continues when the client reads at the minimum rate', async () => {
    expect(await writeWithWaits(10_000, 26_000)).toEqual({ error: CHUNKS_MANY, chunks: CHUNKS_MANY });
  });

  it('aborts a transfer that exceeds the maximum duration', async () => {
    const { stream, reader } = await connected({ chunkMs: 60_000, allMs: 1_000 });
    const broken = new Promise((resolve) => reader.once('error', resolve));
    reader.resume();
    await broken;
    await expect(stream.write(CHUNK)).rejects.toThrow('it took longer than 1 s');
  });

  it('rejects a pending write when the client disconnects', async () => {
    const { stream, reader } = await connected();
    reader.on('error', () => undefined);
    const waiting = writeAll(stream);
    reader.destroy();
    await expect(waiting).rejects.toThrow('the client disconnected');
  });

  it('breaks the connection on abort, so that the client does not mistake it for the end', async () => {
    const { stream, reader } = await connected();
    const body = bodyOf(reader);
    await stream.write(Buffer.from('one\n'));
    stream.abort('a test');
    await expect(body).rejects.toThrow('aborted');
  });
});
