import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isAlive } from './is-alive';

/** Age from which a mark is ignored, milliseconds: its process id may be that of another program by then. */
const MARK_LIFETIME_MS = 120_000;

/**
 * Marks of ports, as files that hold a process id. A port is free for some seconds between its release by `up` and the
 * moment its program listens; a mark keeps another `up` of the same user from it meanwhile. Best effort: where no file
 * can be written nothing is marked.
 */
export class PortMarks {
  readonly #mine = new Set<number>();
  constructor(
    // An id without a user, as in `docker run --user 1234`, has no name.
    private readonly directory: string = join(tmpdir(), `droptrack-ports-${process.getuid?.() ?? 'user'}`),
    private readonly nowMs: () => number = Date.now,
  ) {}

  /**
   * Marks a port. One that has a mark of this instance is marked already: two addresses of the service may share its
   * number.
   *
   * @returns false when another process that lives has marked it in the last two minutes.
   */
  async add(port: number, isRetry = false): Promise<boolean> {
    if (this.#mine.has(port)) return true;
    const file = join(this.directory, String(port));
    const failure = await this.#write(file);
    if (failure === null) this.#mine.add(port);
    if (failure !== 'EEXIST') return true;
    if (isRetry || (await this.#isHeld(file))) return false;
    await rm(file, { force: true });
    return this.add(port, true);
  }

  /** True for the mark of another process that lives. One with our own id is of a container that was restarted. */
  async #isHeld(file: string): Promise<boolean> {
    const owner = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (owner === process.pid || !isAlive(owner)) return false;
    const mark = await stat(file).catch(() => null);
    return mark !== null && this.nowMs() - mark.mtimeMs <= MARK_LIFETIME_MS;
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
