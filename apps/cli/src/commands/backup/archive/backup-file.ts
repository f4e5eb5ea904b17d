import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupError, type BackupMember, type StoredMember } from '@droptrack/persistence';
import { CliError } from '../../../output/cli-error';
import { cannotUse } from '../../../output/file-fault';
import { readTar, TAR_END, TarError, tarMember } from './tar';

/** The rows contain wallets, hashes of keys and encrypted secrets: for its owner only. */
const MODE = 0o600;

/** A backup that is being written, beside its target until it is complete. */
export class BackupFile {
  #bytes = 0;

  private constructor(
    private readonly place: {
      readonly target: string;
      readonly partial: string;
      readonly shownAs: string;
      readonly isForced: boolean;
      readonly now: () => number;
    },
    private readonly handle: FileHandle,
  ) {}

  /**
   * @param shownAs - path as given by the caller.
   * @param now - milliseconds since the epoch, for the times in the file.
   * @throws {CliError} `file_exists` or `cannot_use_file`.
   */
  static async create(
    target: string,
    { shownAs, isForced, now }: { readonly shownAs: string; readonly isForced: boolean; readonly now: () => number },
  ): Promise<BackupFile> {
    if (!isForced && (await exists(target))) {
      throw fileExists(shownAs);
    }
    // A name of its own: another backup to the same target may be running.
    const partial = `${target}.${randomUUID()}.partial`;
    const handle = await open(partial, 'wx', MODE).catch(cannotUse(shownAs, 'written'));
    return new BackupFile({ target, partial, shownAs, isForced, now }, handle);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @throws {CliError} `cannot_use_file`. */
  readonly write = async (member: BackupMember): Promise<void> => {
    for (const block of tarMember(member, this.place.now())) await this.#append(block);
  };

  /**
   * Puts the file in its place, once its bytes are on the disk.
   *
   * @throws {CliError} `file_exists` for a file that has appeared since the start, unless it may be replaced, or
   *   `cannot_use_file`.
   */
  async commit(): Promise<void> {
    await this.#append(TAR_END);
    await this.#putInPlace().catch(cannotUse(this.place.shownAs, 'written'));
  }

  async #putInPlace(): Promise<void> {
    const { target, partial, shownAs, isForced } = this.place;
    await this.handle.sync();
    await this.handle.close();
    if (isForced || !(await linked(partial, target, shownAs))) await rename(partial, target);
    else await rm(partial);
    const directory = await open(dirname(target), 'r');
    // Some file systems cannot flush a folder.
    await directory.sync().catch(() => undefined);
    await directory.close();
  }

  /** Deletes what was written; nothing after {@link commit}. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    await rm(this.place.partial, { force: true });
  }

  async #append(bytes: Buffer): Promise<void> {
    const write = (at: number) => this.handle.write(bytes, at).catch(cannotUse(this.place.shownAs, 'written'));
    for (let at = 0; at < bytes.length;) at += (await write(at)).bytesWritten;
    this.#bytes += bytes.length;
  }
}

/** Codes of file systems that have no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Gives a file a second name, which replaces nothing, unlike a renamed file.
 *
 * @returns false where the file system has no hard links, and the name is free.
 * @throws {CliError} `file_exists`
 */
async function linked(from: string, to: string, shownAs: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST' || (await exists(to))) throw fileExists(shownAs);
    if (NO_LINKS.includes(codeOf(cause) ?? '')) return false;
    throw cause;
  }
}

/**
 * Members of a backup.
 *
 * @param shownAs - path as given by the caller.
 * @throws {BackupError} for another file, and one that ends early.
 * @throws {CliError} `cannot_use_file`
 */
export async function* readBackupFile(path: string, shownAs: string): AsyncGenerator<StoredMember, void, undefined> {
  let members = 0;
  const explain = (cause: unknown): never => {
    if (!(cause instanceof TarError)) return cannotUse(shownAs, 'read')(cause);
    if (members === 0) throw new BackupError('backup_foreign', 'The file is not a backup of Droptrack', { cause });
    throw new BackupError('backup_damaged', 'The backup is damaged: it is truncated, or its bytes were changed', {
      cause,
    });
  };
  for await (const member of explained(readTar(createReadStream(path, { highWaterMark: 2 ** 20 })), explain)) {
    members += 1;
    yield { ...member, content: explained(member.content, explain) };
  }
}

/** Items of a source, whose errors are explained. */
async function* explained<T>(
  items: AsyncIterable<T>,
  explain: (cause: unknown) => never,
): AsyncGenerator<T, void, undefined> {
  try {
    // An error of the consumer is not thrown here.
    yield* items;
  } catch (cause) {
    explain(cause);
  }
}

const fileExists = (file: string): CliError =>
  new CliError('file_exists', `${file} exists already`, { hint: 'Name another file, or add --force to replace it.' });

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
