import { bounded } from './bounded';

const MIB = new Uint8Array(1_024 * 1_024);

/** Number of MiB that are read before the limit. */
async function mibRead(expanded: number, compressedBytes: number): Promise<number> {
  async function* chunks() {
    for (let i = 0; i < expanded; i++) yield MIB;
  }
  let read = 0;
  try {
    for await (const chunk of bounded(chunks(), () => compressedBytes, 'list.zst')) read += chunk.length / MIB.length;
  } catch (error) {
    expect(error).toMatchObject({
      violations: [{ file: 'list.zst', line: null, message: 'it expands more than 200 times' }],
    });
  }
  return read;
}

it('ends data that expands more than 200 times, above 64 MiB', async () => {
  expect(await mibRead(70, 100)).toBe(64);
  expect(await mibRead(70, MIB.length)).toBe(70);
  expect(await mibRead(210, MIB.length)).toBe(200);
});
