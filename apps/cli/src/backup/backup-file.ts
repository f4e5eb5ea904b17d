import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupError, type BackupMember } from '@droptrack/persistence';
import { CliError } from '../output/cli-error';
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
   * @throws {CliError} `file_exists`, and errors of the file system.
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
    return new BackupFile({ target, partial, shownAs, isForced, now }, await open(partial, 'wx', MODE));
  }

  get bytes(): number {
    return this.#bytes;
  }

  readonly write = async (member: BackupMember): Promise<void> => {
    for (const block of tarMember(member, this.place.now())) await this.#append(block);
  };

  /**
   * Puts the file in its place, once its bytes are on the disk.
   *
   * @throws {CliError} `file_exists` for a file that has appeared since the start, unless it may be replaced.
   */
  async commit(): Promise<void> {
    const { target, partial, shownAs, isForced } = this.place;
    await this.#append(TAR_END);
    await this.handle.sync();
    await this.handle.close();
    if (isForced) await rename(partial, target);
    else {
      // A link replaces nothing, a renamed file does.
      await link(partial, target).catch((cause: unknown) => {
        throw isErrno(cause, 'EEXIST') ? fileExists(shownAs) : cause;
      });
      await rm(partial);
    }
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
    for (let at = 0; at < bytes.length;) at += (await this.handle.write(bytes, at)).bytesWritten;
    this.#bytes += bytes.length;
  }
}

/**
 * Members of a backup.
 *
 * @throws {BackupError} for another file, and one that ends early.
 */
export async function* readBackupFile(path: string): AsyncGenerator<BackupMember, void, undefined> {
  let members = 0;
  try {
    for await (const member of readTar(createReadStream(path, { highWaterMark: 2 ** 20 }))) {
      members += 1;
      yield member;
    }
  } catch (cause) {
    if (!(cause instanceof TarError)) throw cause;
    if (members === 0) throw new BackupError('backup_foreign', 'The file is not a backup of Droptrack', { cause });
    throw new BackupError('backup_damaged', 'The backup is damaged: it is truncated, or its bytes were changed', {
      cause,
    });
  }
}

const fileExists = (file: string): CliError =>
  new CliError('file_exists', `${file} exists already`, { hint: 'Name another file, or add --force to replace it.' });

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
