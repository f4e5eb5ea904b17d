import { CliError } from '../output/cli-error';

/** A file type that cannot be read as a list, and how to convert it. */
interface ForeignKind {
  readonly name: string;
  readonly advice: string;
  readonly isLike: (start: Buffer) => boolean;
}

const bytes =
  (...first: readonly number[]) =>
  (start: Buffer): boolean =>
    first.every((byte, i) => start[i] === byte);
const text =
  (first: string, at = 0) =>
  (start: Buffer): boolean =>
    start.toString('latin1', at, at + first.length) === first;
const isZip = (start: Buffer): boolean => text('PK\u0003\u0004')(start) || text('PK\u0005\u0006')(start);
const isHtml = (start: Buffer): boolean =>
  /^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html)/i.test(start.toString('latin1', 0, 1_024));

const SHEET = 'Save its sheet as CSV (UTF-8, comma separated) and load that file.';
const unpack = (command: string): string =>
  `Decompress it (${command}) and load its content; only gzip files are read directly.`;

/** File types in order of precedence. No table or JSON document begins like one of them. */
const FOREIGN: readonly ForeignKind[] = [
  {
    name: 'an Excel workbook (xlsx)',
    advice: SHEET,
    isLike: (start) => isZip(start) && start.includes('[Content_Types].xml'),
  },
  { name: 'an Excel workbook (xlsx)', advice: SHEET, isLike: (start) => isZip(start) && start.includes('xl/workbook') },
  {
    name: 'an OpenDocument sheet (ods)',
    advice: SHEET,
    isLike: (start) => isZip(start) && start.includes('opendocument'),
  },
  { name: 'an old Excel workbook (xls)', advice: SHEET, isLike: bytes(0xd0, 0xcf, 0x11, 0xe0) },
  { name: 'a zip archive', advice: unpack('unzip'), isLike: isZip },
  {
    name: 'a Parquet file',
    advice: `Write it as CSV and load that file: duckdb -c "COPY (FROM 'list.parquet') TO 'list.csv'".`,
    isLike: (start) => text('PAR1\u0015')(start) || text('PARE')(start),
  },
  { name: 'an Arrow file', advice: 'Write it as CSV and load that file.', isLike: text('ARROW1\u0000') },
  {
    name: 'an SQLite database',
    advice: 'Write its table as CSV and load that file.',
    isLike: text('SQLite format 3\u0000'),
  },
  { name: 'compressed with Zstandard (zst)', advice: unpack('zstd -d'), isLike: bytes(0x28, 0xb5, 0x2f, 0xfd) },
  { name: 'compressed with xz', advice: unpack('unxz'), isLike: bytes(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00) },
  {
    name: 'compressed with bzip2',
    advice: unpack('bunzip2'),
    isLike: (start) => /^BZh[1-9]1AY&SY/.test(start.toString('latin1', 0, 10)),
  },
  { name: 'compressed with lz4', advice: unpack('unlz4'), isLike: bytes(0x04, 0x22, 0x4d, 0x18) },
  { name: 'a 7z archive', advice: unpack('7z x'), isLike: bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c) },
  { name: 'a tar archive', advice: unpack('tar -xf'), isLike: text('ustar', 257) },
  { name: 'a PDF', advice: 'Load the table behind it as CSV.', isLike: text('%PDF-') },
  {
    name: 'text in UTF-16',
    advice: 'Save it as UTF-8: iconv -f UTF-16 -t UTF-8.',
    isLike: (start) => bytes(0xff, 0xfe)(start) || bytes(0xfe, 0xff)(start),
  },
  {
    name: 'a web page (HTML)',
    advice: 'Download the file itself: this is probably a page about it, or an error page.',
    isLike: isHtml,
  },
];

/**
 * Rejects a file that cannot be a list, by its first bytes, with its type and how to convert it.
 *
 * @param start - beginning of the file after decompression; 64 KiB are enough.
 * @param file - name of the file as given by the caller.
 * @throws {CliError}
 */
export function assertReadable(start: Uint8Array, file: string): void {
  const bytesOfStart = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const kind = FOREIGN.find(({ isLike }) => isLike(bytesOfStart));
  if (kind !== undefined) throw new CliError('unknown_format', `${file} is ${kind.name}`, { hint: kind.advice });
}
