import Fastify, { type FastifyInstance } from 'fastify';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { UncachedResponse, writeUncached, type WriterOptions } from './response-writer';

const OPTIONS = { publicUrl: 'http://drops.test', variesByOrigin: false } as WriterOptions;
const bodyOf = (length: number): string => JSON.stringify({ text: 'drop '.repeat(length / 5) });

describe('a response that is never cached', () => {
  let server: FastifyInstance;
  let isSentAtOnce: boolean;
  beforeAll(() => {
    server = Fastify();
    server.get('/:length', (request, reply) => {
      const { length } = request.params as { length: string };
      void writeUncached(reply, new UncachedResponse(bodyOf(Number(length)), 0), OPTIONS);
      isSentAtOnce = reply.raw.headersSent;
    });
  });
  afterAll(() => server.close());
  const get = (length: number, encoding: string) =>
    server.inject({ url: `/${length}`, headers: { 'accept-encoding': encoding } });

  // Compressing two megabytes takes 0.3 s, in which no other request is processed.
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('compresses a large body outside the event loop: %s', async (encoding, decompress) => {
    const { headers, rawPayload } = await get(200_000, encoding);
    expect(isSentAtOnce).toBe(false);
    expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(rawPayload.length) });
    expect(decompress(rawPayload).toString()).toBe(bodyOf(200_000));
  });

  it('sends a small or plain body in the same turn', async () => {
    expect((await get(10_000, 'br')).headers['content-encoding']).toBe('br');
    expect(isSentAtOnce).toBe(true);
    const { headers, body } = await get(200_000, 'identity');
    expect([headers['content-encoding'], isSentAtOnce, body]).toEqual([undefined, true, bodyOf(200_000)]);
  });
});
