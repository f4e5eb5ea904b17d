import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isAlive } from '../../../session/process-watch';

/** Maximum age of a mark: later its process id may belong to another program. */
const MARK_LIFETIME_MS = 120_000;

/**
 * Reservations of ports, as files with a process id. Between its release by `up` and the start of its program a port is
 * free for some seconds; the mark keeps another `up` of the same user from choosing it. Best effort: without a writable
 * directory nothing is marked.
 */
export class PortMarks {
  readonly #mine = new Set<number>();
  constructor(
    // By id: a user such as that of `docker run --user 1234` has no name.
    private readonly directory: string = join(tmpdir(), `droptrack-ports-${process.getuid?.() ?? 'user'}`),
    private readonly nowMs: () => number = Date.now,
  ) {}

  /**
   * Marks a port. A port that this instance has already marked stays marked: two addresses of the service may share a
   * port number.
   *
   * @returns false if another running process has marked it in the last two minutes.
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

  /** True for a mark of another running process. A mark with our own id is from before a restart of the container. */
  async #isHeld(file: string): Promise<boolean> {
    const owner = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (owner === process.pid || !isAlive(owner)) return false;
    const mark = await stat(file).catch(() => null);
    return mark !== null && this.nowMs() - mark.mtimeMs <= MARK_LIFETIME_MS;
  }

  /** @returns null, or the error code; EEXIST for a mark of another process. */
  async #write(file: string): Promise<string | null> {
    const made = await mkdir(this.directory, { recursive: true, mode: 0o700 }).catch(() => 'failed');
    if (made === 'failed') return made;
    return writeFile(file, String(process.pid), { flag: 'wx' }).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
  }

  /** Removes the marks of this instance. Idempotent. */
  async clear(): Promise<void> {
    const ports = [...this.#mine];
    this.#mine.clear();
    await Promise.all(ports.map((port) => rm(join(this.directory, String(port)), { force: true })));
  }
}
