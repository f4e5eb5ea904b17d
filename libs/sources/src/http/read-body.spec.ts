import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decompress, readBody } from './response-body';

const TEXT = Buffer.from('a body of some length, '.repeat(20));
const undone = (body: Buffer, encoding: string | null, bytesMax = TEXT.length) =>
  decompress(body, encoding, { host: 'a.test', bytesMax });

describe('what was compressed', () => {
  it.each([
    ['gzip', gzipSync(TEXT)],
    ['GZIP', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['identity', TEXT],
    [null, TEXT],
  ])('as %s is read, up to the very cap', async (encoding, body) => {
    expect(await undone(body, encoding)).toEqual(TEXT);
    await expect(undone(body, encoding, TEXT.length - 1)).rejects.toMatchObject({ kind: 'too_large' });
  });

  it.each([
    ['gzip', gzipSync(TEXT).subarray(0, -9)],
    ['gzip', TEXT],
    ['br', TEXT],
    ['gzip, gzip', gzipSync(gzipSync(TEXT))],
    ['zstd', TEXT],
  ])('as %s and cannot be read is of the wrong shape (%#)', async (encoding, body) => {
    await expect(undone(body, encoding)).rejects.toMatchObject({ kind: 'wrong_shape' });
  });

  // Its end is broken: who read on to there would say so.
  it.each([
    ['gzip', gzipSync(Buffer.alloc(10_000_000)).subarray(0, -8)],
    ['br', brotliCompressSync(Buffer.alloc(10_000_000)).subarray(0, -2)],
  ])('as %s is not read beyond the cap', async (encoding, bomb) => {
    await expect(undone(bomb, encoding, 100_000)).rejects.toMatchObject({ kind: 'too_large' });
    await expect(undone(bomb, encoding, 20_000_000)).rejects.toMatchObject({ kind: 'wrong_shape' });
  });

  it('may be empty', async () => {
    expect(await undone(Buffer.alloc(0), 'gzip')).toHaveLength(0);
  });
});

describe('a body on the wire', () => {
  const CHUNK_BYTES = 1_000;
  /** Without an end. */
  const endless = () => {
    const read = { bytes: 0 };
    const body = new Readable({
      highWaterMark: CHUNK_BYTES,
      read() {
        read.bytes += CHUNK_BYTES;
        this.push(Buffer.alloc(CHUNK_BYTES));
      },
    });
    return { body, read };
  };

  it('is not even begun when more is announced than may come', async () => {
    const { body, read } = endless();
    const incoming = { host: 'a.test', bytesAnnounced: 50_000, bytesMax: 10_000 };
    await expect(readBody(body, incoming)).rejects.toMatchObject({ kind: 'too_large' });
    expect(read.bytes).toBe(0);
    expect(body.destroyed).toBe(true);
  });

  it('is left where it gets too large, whatever was announced', async () => {
    const { body, read } = endless();
    const incoming = { host: 'a.test', bytesAnnounced: 10, bytesMax: 10_000 };
    await expect(readBody(body, incoming)).rejects.toMatchObject({ kind: 'too_large' });
    expect(read.bytes).toBeLessThan(20_000);
    expect(body.destroyed).toBe(true);
  });
});
