import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { isAlive } from './postmaster';

/**
 * Processes that use an embedded server, as empty files named after their ids. A command and the service may share a
 * server; the last one stops it.
 */
export class Holders {
  readonly #file = `${process.pid}.${randomBytes(4).toString('hex')}`;
  constructor(private readonly directory: string) {}

  /** Registers this process. Idempotent. */
  async add(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await writeFile(join(this.directory, this.#file), '');
  }

  /** Unregisters this process. Idempotent. */
  async remove(): Promise<void> {
    await rm(join(this.directory, this.#file), { force: true });
  }

  /** Unregisters all processes, when no server runs: their ids may belong to other processes now. */
  async clear(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  /**
   * True when a registered process is alive.
   *
   * @returns null when no process ever registered.
   */
  async anyAlive(): Promise<boolean | null> {
    const files = await readdir(this.directory).catch(() => []);
    return files.length === 0 ? null : files.some((file) => isAlive(parseInt(file, 10)));
  }
}
