import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { isAlive } from './postmaster';

/**
 * Who uses an embedded server, as empty files named after their process. A
 * command and the service may share one; the last that lets go stops it.
 */
export class Holders {
  readonly #file = `${process.pid}.${randomBytes(4).toString('hex')}`;
  constructor(private readonly directory: string) {}

  /** Notes that we use the server. May be repeated. */
  async add(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await writeFile(join(this.directory, this.#file), '');
  }

  /** Forgets us. May be repeated. */
  async remove(): Promise<void> {
    await rm(join(this.directory, this.#file), { force: true });
  }

  /** Forgets everybody: when no server runs nobody uses one, though their numbers may live again. */
  async clear(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  /**
   * Whether a process that lives has noted itself.
   *
   * @returns null when nobody ever did, dead or alive.
   */
  async anyAlive(): Promise<boolean | null> {
    const files = await readdir(this.directory).catch(() => []);
    return files.length === 0 ? null : files.some((file) => isAlive(parseInt(file, 10)));
  }
}
