import { CliError } from '../../../output/cli-error';
import { isZip } from './magic';

/** A file type that cannot be read as a list, and how to convert it. */
interface ForeignKind {
  readonly name: string;
  readonly advice: (file: string) => string;
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
const isHtml = (start: Buffer): boolean =>
  /^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html)/i.test(start.toString('latin1', 0, 1_024));

/**
 * Conversion of a sheet with its values in full: by default numbers are written as they are displayed, which rounds them.
 * Source: help.libreoffice.org, "CSV Filter Options".
 */
const sheet = (file: string): string =>
  `Save its sheet as CSV and load that file: soffice --headless --convert-to ` +
  `'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false' ${quoted(file)}`;
const unpack = (command: string): ((file: string) => string) => {
  return (file) =>
    `Decompress it (${command} ${quoted(file)}) and load its content; gzip, Zstandard and zip are read directly.`;
};
/** Name for a POSIX shell. */
const quoted = (file: string): string => (/^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`);

/** File types in order of precedence. No table or JSON document begins like one of them. */
const FOREIGN: readonly ForeignKind[] = [
  {
    name: 'an Excel workbook (xlsx)',
    advice: sheet,
    isLike: (start) => isZip(start) && start.includes('[Content_Types].xml'),
  },
  { name: 'an Excel workbook (xlsx)', advice: sheet, isLike: (start) => isZip(start) && start.includes('xl/workbook') },
  {
    name: 'an OpenDocument sheet (ods)',
    advice: sheet,
    isLike: (start) => isZip(start) && start.includes('opendocument'),
  },
  { name: 'an old Excel workbook (xls)', advice: sheet, isLike: bytes(0xd0, 0xcf, 0x11, 0xe0) },
  {
    name: 'a Parquet file',
    advice: (file) =>
      `Write it as CSV and load that file: duckdb -c "COPY (FROM '${file.replaceAll("'", "''")}') TO 'list.csv'"`,
    isLike: (start) => text('PAR1\u0015')(start) || text('PARE')(start),
  },
  { name: 'an Arrow file', advice: () => 'Write it as CSV and load that file.', isLike: text('ARROW1\u0000') },
  {
    name: 'an SQLite database',
    advice: () => 'Write its table as CSV and load that file.',
    isLike: text('SQLite format 3\u0000'),
  },
  { name: 'compressed with xz', advice: unpack('unxz'), isLike: bytes(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00) },
  {
    name: 'compressed with bzip2',
    advice: unpack('bunzip2'),
    isLike: (start) => /^BZh[1-9]1AY&SY/.test(start.toString('latin1', 0, 10)),
  },
  { name: 'compressed with lz4', advice: unpack('unlz4'), isLike: bytes(0x04, 0x22, 0x4d, 0x18) },
  { name: 'a 7z archive', advice: unpack('7z x'), isLike: bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c) },
  { name: 'a tar archive', advice: unpack('tar -xf'), isLike: text('ustar', 257) },
  { name: 'a PDF', advice: () => 'Load the table behind it as CSV.', isLike: text('%PDF-') },
  {
    name: 'text in UTF-16',
    advice: (file) => `Save it as UTF-8: iconv -f UTF-16 -t UTF-8 ${quoted(file)} > list.csv`,
    isLike: (start) => bytes(0xff, 0xfe)(start) || bytes(0xfe, 0xff)(start),
  },
  {
    name: 'a web page (HTML)',
    advice: () => 'Download the file itself: this is probably a page about it, or an error page.',
    isLike: isHtml,
  },
];

/** Error for an archive of office software. */
export const officeError = (file: string, name: string): CliError =>
  new CliError('unknown_format', `${file} is ${name}`, { hint: sheet(file) });

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
  if (kind !== undefined) throw new CliError('unknown_format', `${file} is ${kind.name}`, { hint: kind.advice(file) });
}
