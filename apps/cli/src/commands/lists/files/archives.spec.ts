import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { ListEntry } from '@droptrack/eligibility/formats';
import { ListRejectedError } from '@droptrack/persistence';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { CliError } from '../../../output/cli-error';
import { type MadeUpFile, madeUpZip } from './made-up-zip';
import { type ListFile, openListFiles } from './open-list-files';
import { parseColumns } from './reading-terms';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x52908400098527886E0F7030069857D2E4169EE7';
const drop = dropDefinition({ token: { symbol: null, decimals: fact(18), address: null } });
const csv = (wallet: string, amount: number | string = 1): string => `address,amount\n${wallet},${amount}\n`;
// Output of zstd 1.5.4 for "address,amount\n" and three times "0x52908400098527886E0F7030069857D2E4169EE7,1\n".
const ZSTD = Buffer.from(
  '28b52ffd04581d0200b403616464726573732c616d6f756e740a3078353239303834303030393835323738383645304637303330303639383537443245343136394545372c3101008b70525081fa0ee2',
  'hex',
);

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'droptrack-archives-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const fileOf = (file: string, content: Buffer | string): ListFile => {
  writeFileSync(join(folder, file), content);
  return { path: join(folder, file), file };
};
async function read(files: readonly ListFile[]) {
  const list = await openListFiles(files, {
    format: 'auto',
    columns: parseColumns(null),
    needsAmounts: true,
    unit: 'base',
    isPart: false,
    onProgress: () => undefined,
  });
  const entries: ListEntry[] = [];
  try {
    for await (const batch of list.entries(drop)) entries.push(...batch);
  } finally {
    await list.close();
  }
  return { list, entries, wallets: entries.map(({ wallet }) => wallet.address) };
}
const readZip = (...files: readonly MadeUpFile[]) => read([fileOf('list.zip', madeUpZip(files))]);

describe('a zip archive', () => {
  it('is read as its files in the order of their names, without folders and hidden files', async () => {
    const zip = madeUpZip([
      { name: 'lists/', content: '', method: 0 },
      { name: 'lists/b.csv', content: csv(B, 2) },
      { name: '__MACOSX/lists/._b.csv', content: 'x' },
      { name: 'lists/.DS_Store', content: 'x' },
      { name: 'lists/a.csv', content: csv(A), method: 0 },
    ]);
    const { list, entries } = await read([fileOf('list.zip', zip)]);
    expect(entries.map(({ line, wallet, amount }) => [line, wallet.address, amount])).toEqual([
      [2, A, 1n],
      [4, B, 2n],
    ]);
    expect(list.placeOf(4)).toEqual({ file: 'list.zip/lists/b.csv', line: 2 });
    expect(list.sha256()).toBe(createHash('sha256').update(zip).digest('hex'));
  });

  it('is one of several files, whatever their compression', async () => {
    const files = [
      fileOf('c.csv.gz', gzipSync(csv(A))),
      fileOf('b.zip', madeUpZip([{ name: 'x.csv', content: csv(B) }])),
      fileOf('d.csv.zst', ZSTD),
      fileOf('a.csv', csv(A)),
    ];
    expect((await read(files)).wallets).toEqual([A, B, A, B, B, B]);
  });

  it.each<[string, readonly MadeUpFile[], string, string]>([
    ['an encrypted file', [{ name: 'a.csv', content: csv(A), flags: 1 }], 'list.zip/a.csv', 'it is encrypted'],
    ['another compression', [{ name: 'a.csv', content: csv(A), method: 93 }], 'list.zip/a.csv', 'with method 93'],
    [
      'an archive',
      [{ name: 'a.zip', content: madeUpZip([]) }],
      'list.zip/a.zip',
      'it is an archive or compressed itself',
    ],
    [
      'a gzip file',
      [{ name: 'a.gz', content: gzipSync('a') }],
      'list.zip/a.gz',
      'it is an archive or compressed itself',
    ],
    ['a Zstandard file', [{ name: 'a.zst', content: ZSTD }], 'list.zip/a.zst', 'it is an archive or compressed itself'],
    ['a wrong checksum', [{ name: 'a.csv', content: csv(A), crc: 5 }], 'list.zip/a.csv', 'damaged or truncated'],
    ['a wrong size', [{ name: 'a.csv', content: csv(A), size: 5 }], 'list.zip/a.csv', 'damaged or truncated'],
    ['no file', [{ name: 'a/', content: '', method: 0 }], 'list.zip', 'it contains no file'],
    [
      'files of one name',
      [A, B].map((wallet) => ({ name: 'a', content: csv(wallet) })),
      'list.zip',
      'two files of one name',
    ],
    ['files that overlap', [{ name: 'a.csv', content: csv(A), packedSize: 1_000 }], 'list.zip', 'its files overlap'],
    [
      'a content that expands too far',
      [{ name: 'a.csv', content: csv(A), size: 65 * 1_024 * 1_024 }],
      'list.zip',
      'it expands more than 200 times',
    ],
    [
      'a name with an escape sequence',
      [{ name: '\u001b[2Ja', content: csv(A), crc: 5, flags: 0x800 }],
      'list.zip/\u{fffd}[2Ja',
      'damaged',
    ],
    ['an invalid row', [{ name: 'a.csv', content: csv(A, -1) }], 'list.zip/a.csv', 'amount: the amount is negative'],
  ])('with %s is rejected', async (_what, files, file, message) => {
    const error = await readZip(...files).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ListRejectedError);
    expect((error as ListRejectedError).violations).toEqual([
      expect.objectContaining({ file, message: expect.stringContaining(message) as string }),
    ]);
  });

  it('with more than 10 000 files is rejected', async () => {
    const files = Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, content: '', method: 0 }));
    await expect(readZip(...files)).rejects.toThrow('it contains more than 10000 files');
  });

  it('that is truncated is rejected', async () => {
    const zip = madeUpZip([{ name: 'a.csv', content: csv(A) }]);
    for (const length of [4, 40, zip.length - 30, zip.length - 1]) {
      await expect(read([fileOf('list.zip', zip.subarray(0, length))])).rejects.toThrow('damaged or truncated');
    }
  });

  it('of a sheet is rejected with the command that converts it', async () => {
    await expect(
      readZip({ name: 'a/x', content: '' }, { name: '[Content_Types].xml', content: '' }),
    ).rejects.toMatchObject({
      message: 'list.zip is an Excel workbook (xlsx)',
      hint: expect.stringContaining('soffice --headless --convert-to') as string,
    });
  });

  it('from standard input is rejected, because its directory is at its end', async () => {
    const source = Readable.from([madeUpZip([{ name: 'a.csv', content: csv(A) }])]);
    await expect(read([{ path: '-', file: 'stdin', source }])).rejects.toThrow(CliError);
  });
});

it('rejects a gzip file that expands too far', async () => {
  const row = `${A},1,${'x'.repeat(10_000)}\n`;
  const file = fileOf('list.csv.gz', gzipSync(`address,amount,note\n${row.repeat(7_000)}`));
  await expect(read([file])).rejects.toMatchObject({
    violations: [{ file: 'list.csv.gz', line: null, message: 'it expands more than 200 times' }],
  });
});

describe('a file of Zstandard', () => {
  it('is decompressed, and hashed before decompression', async () => {
    const { list, wallets } = await read([fileOf('list.csv', ZSTD)]);
    expect([wallets, list.sha256()]).toEqual([[B, B, B], createHash('sha256').update(ZSTD).digest('hex')]);
  });

  it('is rejected if it is truncated', async () => {
    const rejected = (content: Buffer, message: string) =>
      expect(read([fileOf('list.csv.zst', content)])).rejects.toMatchObject({
        violations: [{ file: 'list.csv.zst', line: null, message }],
      });
    await rejected(ZSTD.subarray(0, -1), 'its Zstandard data is damaged or truncated');
  });
});

it('reads a list from standard input, compressed or not', async () => {
  for (const content of [Buffer.from(csv(A)), gzipSync(csv(A))]) {
    const source = Readable.from([content.subarray(0, 3), content.subarray(3)]);
    const { list, wallets } = await read([{ path: '-', file: 'stdin', source }]);
    expect([wallets, list.sha256()]).toEqual([[A], createHash('sha256').update(content).digest('hex')]);
  }
});
