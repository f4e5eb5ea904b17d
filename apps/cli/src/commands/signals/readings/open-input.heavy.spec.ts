import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openInput, STANDARD_INPUT } from './open-input';

const MIB = 1024 * 1024;

describe('openInput', () => {
  it('ends gzip data that expands more than 200 times, above 64 MiB', async () => {
    const packed = gzipSync(Buffer.alloc(80 * MIB));
    let bytes = 0;
    const reading = async (): Promise<void> => {
      for await (const chunk of openInput(STANDARD_INPUT, Readable.from([packed]))) bytes += chunk.length;
    };
    await expect(reading()).rejects.toMatchObject({
      code: 'file_unreadable',
      message: 'standard input cannot be read: it expands more than 200 times',
    });
    expect(bytes).toBeLessThanOrEqual(64 * MIB);
  });
});
