import { crc32, deflateRawSync } from 'node:zlib';

/** File of an archive made for a test; the other members falsify its headers. */
export interface MadeUpFile {
  readonly name: string;
  readonly content: string | Buffer;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  /** Declared size of the content. */
  readonly size?: number;
  /** Declared size of the compressed data. */
  readonly packedSize?: number;
}

const DEFLATED = 8;

/** Zip archive (PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
export function madeUpZip(files: readonly MadeUpFile[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const method = file.method ?? DEFLATED;
    const content = Buffer.from(file.content as string);
    const data = method === DEFLATED ? deflateRawSync(content) : content;
    const common = fields(
      [2, 20],
      [2, file.flags ?? 0],
      [2, method],
      [4, 0],
      [4, file.crc ?? crc32(content)],
      [4, file.packedSize ?? data.length],
      [4, file.size ?? content.length],
      [2, name.length],
      [2, 0],
    );
    local.push(fields([4, 0x04034b50]), common, name, data);
    const rest = fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    central.push(fields([4, 0x02014b50], [2, 20]), common, rest, name);
    offset += 4 + common.length + name.length + data.length;
  }
  const directory = Buffer.concat(central);
  const counts = [2, files.length] as const;
  const end = fields([4, 0x06054b50], [4, 0], counts, counts, [4, directory.length], [4, offset], [2, 0]);
  return Buffer.concat([...local, directory, end]);
}

/** Little-endian numbers of 2 or 4 bytes. */
function fields(...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    numbers.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
