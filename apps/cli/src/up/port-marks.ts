import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isAlive } from './is-alive';

/**
 * Marks of ports, as files that hold a process id. A port is free for some seconds between its release by `up` and the
 * moment its program listens; a mark keeps another `up` of the same user from it meanwhile. Best effort: where no file
 * can be written nothing is marked.
 */
export class PortMarks {
  readonly #mine = new Set<number>();
  constructor(private readonly directory: string = join(tmpdir(), `droptrack-ports-${userInfo().uid}`)) {}

  /** Marks a port. @returns false when a process that lives has marked it. */
  async add(port: number, isRetry = false): Promise<boolean> {
    const file = join(this.directory, String(port));
    const failure = await this.#write(file);
    if (failure === null) this.#mine.add(port);
    if (failure !== 'EEXIST') return true;
    const owner = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (isRetry || isAlive(owner)) return false;
    await rm(file, { force: true });
    return this.add(port, true);
  }

  /** @returns null, or why there is no mark of ours; EEXIST for one of another process. */
  async #write(file: string): Promise<string | null> {
    const made = await mkdir(this.directory, { recursive: true, mode: 0o700 }).catch(() => 'failed');
    if (made === 'failed') return made;
    return writeFile(file, String(process.pid), { flag: 'wx' }).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
  }

  /** Removes the marks of this instance. May be repeated. */
  async clear(): Promise<void> {
    const ports = [...this.#mine];
    this.#mine.clear();
    await Promise.all(ports.map((port) => rm(join(this.directory, String(port)), { force: true })));
  }
}
