import { createHash, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { damaged } from './backup-error';
import {
  type BackupChecksums,
  type BackupHead,
  type BackupTable,
  CHECKSUMS,
  directoryOf,
  type Member,
  parse,
  parseHead,
  type TableChecksum,
} from './format';
import { countRows, PART_BYTES } from './table-parts';

/** A part ends with the chunk that fills it; a chunk is one row at most, which PostgreSQL limits to a gigabyte. */
const UNPACKED_BYTES_MAX = PART_BYTES + 2 ** 30;

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** Reads a backup once, from its beginning to its end, and verifies it. */
export class BackupReader {
  readonly #read: TableChecksum[] = [];

  private constructor(
    readonly head: BackupHead,
    private readonly headSha256: string,
    private readonly members: MemberQueue,
  ) {}

  /** @throws {BackupError} `backup_foreign`, `backup_newer` or `backup_damaged`. */
  static async open(members: AsyncIterable<Member>): Promise<BackupReader> {
    const queue = new MemberQueue(members);
    const first = await queue.take();
    return new BackupReader(parseHead(first), hash('sha256', first?.bytes ?? ''), queue);
  }

  /**
   * Rows of a table in COPY's text format. Read all tables, in the order of the head, and then {@link verify}.
   *
   * @param onRows - called with the number of rows that are read so far.
   * @throws {BackupError} `backup_damaged`
   */
  async *rowsOf(
    { name }: BackupTable,
    onRows: (rows: number) => void = () => undefined,
  ): AsyncGenerator<Buffer, void, undefined> {
    const sha256 = createHash('sha256');
    let rows = 0;
    let next = this.#nextPart(name);
    for (;;) {
      const bytes = await next;
      if (bytes === null) break;
      // Unpacked while the part before it is used.
      next = this.#nextPart(name);
      next.catch(() => undefined);
      sha256.update(bytes);
      onRows((rows += countRows(bytes)));
      yield bytes;
    }
    this.#read.push({ name, rows, sha256: sha256.digest('hex') });
  }

  /** Next part of a table; null after the last. */
  async #nextPart(table: string): Promise<Buffer | null> {
    if ((await this.members.peek())?.name.startsWith(directoryOf(table)) !== true) return null;
    const member = await this.members.take();
    return member === undefined ? null : unpacked(member);
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
    const stated = parse<BackupChecksums>(last);
    if (stated.head_sha256 !== this.headSha256) throw damaged('its description differs from its checksum');
    for (const [index, table] of this.#read.entries()) {
      const { name, rows, sha256 } = stated.tables[index] ?? {};
      if (name !== table.name || rows !== table.rows || sha256 !== table.sha256) {
        throw damaged(`the rows of ${table.name} differ from their checksum`);
      }
    }
    if ((await this.members.take()) !== undefined) throw damaged('something follows its end');
    return this.#read;
  }
}

async function unpacked({ name, bytes }: Member): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch (cause) {
    throw damaged(`${name} cannot be unpacked`, cause);
  }
}

/** Members one by one, with a look at the next. */
class MemberQueue {
  readonly #members: AsyncIterator<Member>;
  #next: Promise<Member | undefined> | null = null;

  constructor(members: AsyncIterable<Member>) {
    this.#members = members[Symbol.asyncIterator]();
  }

  peek(): Promise<Member | undefined> {
    return (this.#next ??= this.#members.next().then(({ value, done }) => (done === true ? undefined : value)));
  }

  take(): Promise<Member | undefined> {
    const next = this.peek();
    this.#next = null;
    return next;
  }
}

/** Verifies a backup without a database: the checksums of all its tables. */
export async function checkBackup(
  members: AsyncIterable<Member>,
  onRows: (table: string, rows: number) => void,
): Promise<{ readonly head: BackupHead; readonly tables: readonly TableChecksum[] }> {
  const reader = await BackupReader.open(members);
  for (const table of reader.head.tables) {
    const parts = reader.rowsOf(table, (rows) => onRows(table.name, rows));
    while ((await parts.next()).done !== true);
  }
  return { head: reader.head, tables: await reader.verify() };
}
