import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { runs } from '../../../../../../tools/test/runs';
import { isZstd } from './magic';
import { InvalidZstdError, unzstd } from './zstd';

// Frames of the reference implementation (zstd 1.5.4): the output of `zstd -c` for the text.
const TEXT = `address,amount\n${'0x52908400098527886E0F7030069857D2E4169EE7,1\n'.repeat(3)}`;
const FRAME = Buffer.from(
  '28b52ffd04581d0200b403616464726573732c616d6f756e740a3078353239303834303030393835323738383645304637303330303639383537443245343136394545372c3101008b70525081fa0ee2',
  'hex',
);
const hasZstd = canRun('zstd');
if (!hasZstd) console.warn('skipped: zstd is not installed');

function canRun(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const compress = (content: Uint8Array, ...options: string[]): Buffer =>
  execFileSync('zstd', ['-q', '-c', ...options], { input: content, maxBuffer: 2 ** 28 });

/** Decompresses data that arrives in chunks of a size. */
async function unpack(data: Uint8Array, size = 1_000): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
  }
  const blocks: Uint8Array[] = [];
  for await (const block of unzstd(chunks())) blocks.push(block.slice());
  return Buffer.concat(blocks);
}

describe('unzstd', () => {
  it('decompresses a frame in chunks of any size', async () => {
    for (const size of [1, 2, 7, 1_000]) expect((await unpack(FRAME, size)).toString()).toBe(TEXT);
    expect(isZstd(FRAME)).toBe(true);
  });

  it('decompresses several frames, and skips frames of other data', async () => {
    const other = Buffer.concat([Buffer.from('5a2a4d18', 'hex'), Buffer.from('03000000', 'hex'), Buffer.from('xyz')]);
    const data = Buffer.concat([other, FRAME, other, FRAME]);
    for (const size of [1, 5, 1_000]) expect((await unpack(data, size)).toString()).toBe(TEXT + TEXT);
  });

  it('rejects every truncation', async () => {
    for (let length = 1; length < FRAME.length; length++) {
      await expect(unpack(FRAME.subarray(0, length))).rejects.toThrow(InvalidZstdError);
    }
  });

  // The checksum covers the content; a change of the frame that does not change the content is harmless.
  it('never returns other content of a damaged frame', async () => {
    const damaged = fc.record({ at: fc.nat(FRAME.length - 1), bits: fc.integer({ min: 1, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(damaged, async ({ at, bits }) => {
        const data = Buffer.from(FRAME);
        data[at] = (data[at] ?? 0) ^ bits;
        const content = await unpack(data).catch((error: unknown) => error);
        // Without its flag the checksum is the start of another frame.
        if (content instanceof Buffer) expect(content.toString()).toBe(TEXT);
        else expect(content).toBeInstanceOf(InvalidZstdError);
      }),
      { numRuns: runs(60, 300) },
    );
  });

  it.each<[string, string, string]>([
    ['a window above 8 MiB', '28b52ffd0070', 'above 8 MiB: run zstd -d'],
    ['a content of one segment above 8 MiB', '28b52ffda001008000', 'above 8 MiB: run zstd -d'],
    ['a dictionary', '28b52ffd010800', 'needs a dictionary'],
    ['a reserved bit', '28b52ffd0800', 'damaged or truncated'],
    ['a reserved type of block', '28b52ffd2000070000', 'damaged or truncated'],
    ['a block above 128 KiB', '28b52ffd0058030020', 'damaged or truncated'],
    ['another kind of data', '504b0304', 'damaged or truncated'],
  ])('rejects %s', async (_what, hex, message) => {
    await expect(unpack(Buffer.from(hex, 'hex'))).rejects.toThrow(message);
  });

  (hasZstd ? it : it.skip)('decompresses every output of zstd', async () => {
    const content = fc.array(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constant(Buffer.from(TEXT))), {
      maxLength: 30,
    });
    const options = fc.constantFrom<string[]>([], ['-19'], ['--no-check'], ['--fast'], ['--no-content-size']);
    await fc.assert(
      fc.asyncProperty(content, options, fc.integer({ min: 50, max: 5_000 }), async (parts, given, size) => {
        const bytes = Buffer.concat(parts);
        expect((await unpack(compress(bytes, ...given), size)).equals(bytes)).toBe(true);
      }),
      { numRuns: 10 },
    );
    const large = Buffer.from(
      Array.from({ length: 60_000 }, (_, i) => `${(i * 2_654_435_761) % 4_294_967_296},1\n`).join(''),
    );
    expect((await unpack(compress(large, '-9'), 65_536)).equals(large)).toBe(true);
  });
});
