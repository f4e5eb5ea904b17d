import { createHash, hash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupError, damaged } from './backup-error';
import {
  type BackupChecksums,
  type BackupHead,
  type BackupTable,
  CHECKSUMS,
  directoryOf,
  HEAD,
  parse,
  parseHead,
  readDocument,
  type StoredMember,
  type TableChecksum,
} from './format';
import { countRows, PART_BYTES } from './table-parts';

/** A part ends with the chunk that fills it; a chunk is one row at most, which PostgreSQL limits to a gigabyte. */
const UNPACKED_BYTES_MAX = PART_BYTES + 2 ** 30;
/** Bytes that are unpacked at a time. */
const CHUNK_BYTES = 256 * 1024;

/** Reads a backup once, from its beginning to its end, and verifies it. Memory is bounded by a few chunks, whatever the file contains. */
export class BackupReader {
  readonly #read: TableChecksum[] = [];

  private constructor(
    readonly head: BackupHead,
    private readonly headSha256: string,
    private readonly members: MemberQueue,
  ) {}

  /** @throws {BackupError} `backup_foreign`, `backup_newer` or `backup_damaged`. */
  static async open(members: AsyncIterable<StoredMember>): Promise<BackupReader> {
    const queue = new MemberQueue(members);
    const first = await queue.take();
    if (first?.name !== HEAD) throw new BackupError('backup_foreign', 'The file is not a backup of Droptrack');
    const document = await readDocument(first);
    return new BackupReader(parseHead(document), hash('sha256', document.bytes), queue);
  }

  /**
   * Rows of a table in COPY's text format. Read all tables, in the order of the head, and then {@link verify}.
   *
   * @param onRows - called with the number of rows that are read so far, for each chunk; it can throw to stop.
   * @throws {BackupError} `backup_damaged`
   */
  async *rowsOf(
    { name }: BackupTable,
    onRows: (rows: number) => void = () => undefined,
  ): AsyncGenerator<Buffer, void, undefined> {
    const sha256 = createHash('sha256');
    let rows = 0;
    for (let part = await this.#nextPart(name); part !== null; part = await this.#nextPart(name)) {
      for await (const bytes of unpacked(part)) {
        sha256.update(bytes);
        onRows((rows += countRows(bytes)));
        yield bytes;
      }
    }
    this.#read.push({ name, rows, sha256: sha256.digest('hex') });
  }

  /** Next part of a table; null after the last. */
  async #nextPart(table: string): Promise<StoredMember | null> {
    if ((await this.members.peek())?.name.startsWith(directoryOf(table)) !== true) return null;
    return (await this.members.take()) ?? null;
  }

  /**
   * Compares everything that was read with the checksums at the end of the backup.
   *
   * @throws {BackupError} `backup_damaged`
   */
  async verify(): Promise<readonly TableChecksum[]> {
    const last = await this.members.take();
    if (last === undefined) throw damaged('its end is missing');
    if (last.name !== CHECKSUMS) throw damaged(`${last.name} belongs to no table`);
    const declared = parse<BackupChecksums>(await readDocument(last));
    if (declared.head_sha256 !== this.headSha256) throw damaged('its description differs from its checksum');
    for (const [index, table] of this.#read.entries()) {
      const { name, rows, sha256 } = declared.tables[index] ?? {};
      if (name !== table.name || rows !== table.rows || sha256 !== table.sha256) {
        throw damaged(`the rows of ${table.name} differ from their checksum`);
      }
    }
    if ((await this.members.take()) !== undefined) throw damaged('something follows its end');
    return this.#read;
  }
}

/**
 * Text of a part, unpacked as it is asked for.
 *
 * @throws {BackupError} `backup_damaged`, also for a part with more bytes than any backup has.
 */
async function* unpacked({ name, content }: StoredMember): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The error is thrown where the bytes are read.
  pipeline(content, gunzip, () => undefined);
  let length = 0;
  try {
    for await (const bytes of gunzip as AsyncIterable<Buffer>) {
      length += bytes.length;
      if (length > UNPACKED_BYTES_MAX) throw damaged(`${name} unpacks to more than ${UNPACKED_BYTES_MAX} bytes`);
      yield bytes;
    }
  } catch (cause) {
    if (!isOfZlib(cause)) throw cause;
    throw damaged(`${name} cannot be unpacked`, cause);
  }
}

const isOfZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** Members one by one, with a look at the next. */
class MemberQueue {
  readonly #members: AsyncIterator<StoredMember>;
  #next: Promise<StoredMember | undefined> | null = null;

  constructor(members: AsyncIterable<StoredMember>) {
    this.#members = members[Symbol.asyncIterator]();
  }

  peek(): Promise<StoredMember | undefined> {
    return (this.#next ??= this.#members.next().then(({ value, done }) => (done === true ? undefined : value)));
  }

  take(): Promise<StoredMember | undefined> {
    const next = this.peek();
    this.#next = null;
    return next;
  }
}

/** Verifies a backup without a database: the checksums of all its tables. */
export async function checkBackup(
  members: AsyncIterable<StoredMember>,
  onRows: (table: string, rows: number) => void,
): Promise<{ readonly head: BackupHead; readonly tables: readonly TableChecksum[] }> {
  const reader = await BackupReader.open(members);
  for (const table of reader.head.tables) {
    const parts = reader.rowsOf(table, (rows) => onRows(table.name, rows));
    while ((await parts.next()).done !== true);
  }
  return { head: reader.head, tables: await reader.verify() };
}
