import { createReadStream } from 'node:fs';
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
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
    private readonly target: string,
    private readonly partial: string,
    private readonly handle: FileHandle,
    private readonly now: () => number,
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
      throw new CliError('file_exists', `${shownAs} exists already`, {
        hint: 'Name another file, or add --force to replace it.',
      });
    }
    const partial = `${target}.partial`;
    // Left by a backup that was killed.
    await rm(partial, { force: true });
    return new BackupFile(target, partial, await open(partial, 'wx', MODE), now);
  }

  get bytes(): number {
    return this.#bytes;
  }

  readonly write = async (member: BackupMember): Promise<void> => {
    for (const block of tarMember(member, this.now())) await this.#append(block);
  };

  /** Puts the file in its place, once its bytes are on the disk. */
  async commit(): Promise<void> {
    await this.#append(TAR_END);
    await this.handle.sync();
    await this.handle.close();
    await rename(this.partial, this.target);
    const directory = await open(dirname(this.target), 'r');
    // Some file systems cannot flush a folder.
    await directory.sync().catch(() => undefined);
    await directory.close();
  }

  /** Deletes what was written; nothing after {@link commit}. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    await rm(this.partial, { force: true });
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

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
