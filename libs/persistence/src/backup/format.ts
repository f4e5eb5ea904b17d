import { BackupError, damaged } from './backup-error';

/** Version of the format; a program restores this one and none after it. */
export const FORMAT = 1;

/** First member: the description of the backup. */
export const HEAD = 'backup.json';
/** Last member: checksums of everything before it. */
export const CHECKSUMS = 'checksums.json';

/** A file inside a backup. */
export interface Member {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A file inside a backup that is being read; its bytes are read as they are asked for, once, and before the next member. */
export interface StoredMember {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

/** Most bytes of a member that is read as a whole: the description and the checksums have some kilobytes. */
const DOCUMENT_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads a member as a whole.
 *
 * @throws {BackupError} `backup_damaged` for one that no backup has so large.
 */
export async function readDocument({ name, size, content }: StoredMember): Promise<Member> {
  if (size > DOCUMENT_BYTES_MAX) throw damaged(`${name} is larger than ${DOCUMENT_BYTES_MAX} bytes`);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return { name, bytes: Buffer.concat(chunks) };
}

/** A table and its columns, in the order of its rows. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A sequence of the database; numbers up to `value` were given, or only those before it if `is_called` is false. */
export interface BackupSequence {
  readonly name: string;
  /** Decimal: a bigint. */
  readonly value: string;
  readonly is_called: boolean;
}

/** Content of {@link HEAD}. */
export interface BackupHead {
  readonly format: number;
  /** Version of the program that wrote it. */
  readonly version: string;
  /** Version of PostgreSQL that it was read from, such as `15.14`. */
  readonly postgres: string;
  /** Instant of the snapshot by the clock of the database, RFC 3339. */
  readonly created_at: string;
  /** End of the log: its last revision, when that was recorded, and the instant up to which it was confirmed. */
  readonly log: { readonly seq: number; readonly recorded_at: string; readonly complete_until: string };
  /** Applied migrations, oldest first, with the SHA-256 of their files. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly tables: readonly BackupTable[];
  readonly sequences: readonly BackupSequence[];
}

/** Rows of a table, and the SHA-256 of its text. */
export interface TableChecksum {
  readonly name: string;
  readonly rows: number;
  /** Hexadecimal, of the rows before compression. */
  readonly sha256: string;
}

/** Content of {@link CHECKSUMS}. */
export interface BackupChecksums {
  /** Of the bytes of {@link HEAD}, hexadecimal. */
  readonly head_sha256: string;
  readonly tables: readonly TableChecksum[];
}

/** Name of a part of a table: `tables/drops/00001.copy.gz`. The parts of a table, one after the other, are one gzip file. */
export const partName = (table: string, part: number): string =>
  `${directoryOf(table)}${String(part).padStart(5, '0')}.copy.gz`;

/** Beginning of the names of the parts of a table. */
export const directoryOf = (table: string): string => `tables/${table}/`;

/**
 * Reads {@link HEAD}.
 *
 * @throws {BackupError} `backup_newer` or `backup_damaged`.
 */
export function parseHead(member: Member): BackupHead {
  const head = parse<BackupHead>(member);
  if (typeof head.format !== 'number') throw damaged(`${HEAD} states no format`);
  if (head.format <= FORMAT) {
    const lists = [head.migrations, head.tables, head.sequences];
    if (!lists.every(Array.isArray) || typeof head.log !== 'object') throw damaged(`${HEAD} is incomplete`);
    return head;
  }
  throw new BackupError(
    'backup_newer',
    `The backup has format ${head.format}, which this version does not know: restore it with Droptrack ${head.version} or later`,
  );
}

/** @throws {BackupError} `backup_damaged` */
export function parse<Content>({ name, bytes }: Member): Content {
  try {
    return JSON.parse(bytes.toString('utf8')) as Content;
  } catch (cause) {
    throw damaged(`${name} is not JSON`, cause);
  }
}
