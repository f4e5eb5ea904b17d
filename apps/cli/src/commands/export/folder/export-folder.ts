import { randomBytes } from 'node:crypto';
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { CliError } from '../../../output/cli-error';
import { MANIFEST, TABLES } from './tables';

/** End of the name of a folder that is being replaced. */
const OLD = '-old';
const FILES: ReadonlySet<string> = new Set([MANIFEST, ...Object.keys(TABLES)]);

/** A folder beside the target, which replaces the target once it is complete. */
export class ExportFolder {
  private constructor(
    /** Path of the folder that is being written. */
    readonly path: string,
    private readonly target: string,
    private readonly shownAs: string,
    private readonly isForced: boolean,
  ) {}

  /**
   * Creates the folder. The target may be missing or empty.
   *
   * @param shownAs - path as given by the caller.
   * @param isForced - true to replace an earlier export; other files are never deleted.
   * @throws {CliError} `directory_not_empty`, and errors of the file system.
   */
  static async create(path: string, shownAs: string, isForced: boolean): Promise<ExportFolder> {
    // A symbolic link, such as `latest`, stays.
    const target = await realpath(path).catch(() => path);
    assertReplaceable(await namesIn(target), shownAs, isForced);
    const temporary = `${target}.part-${randomBytes(4).toString('hex')}`;
    await mkdir(temporary);
    return new ExportFolder(temporary, target, shownAs, isForced);
  }

  /**
   * Replaces the target as a whole: it is missing for a moment, and never contains files of two exports.
   *
   * @throws {CliError} `directory_not_empty` if the target has received files since; it then stays as it is.
   */
  async commit(): Promise<void> {
    const old = `${this.path}${OLD}`;
    const hasOld = (await namesIn(this.target)).length > 0;
    if (hasOld) await rename(this.target, old);
    try {
      // Only now can no program add files to it by its path.
      assertReplaceable(await namesIn(old), this.shownAs, this.isForced);
      await rename(this.path, this.target);
    } catch (error) {
      if (hasOld) await rename(old, this.target);
      throw error;
    }
    await rm(old, { recursive: true, force: true });
  }

  /** Deletes the folder; the target stays as it was. */
  async discard(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  /** Folders of exports that were killed before they could delete them. */
  async leftovers(): Promise<Leftover[]> {
    const prefix = `${basename(this.target)}.part-`;
    const isMissing = (await namesIn(this.target)).length === 0;
    const names = await readdir(dirname(this.target));
    return names
      .filter((name) => name.startsWith(prefix) && name !== basename(this.path))
      .map((name) => ({ name, isEarlierExport: isMissing && name.endsWith(OLD) }));
  }
}

/** Folder that a killed export left beside its target. */
interface Leftover {
  readonly name: string;
  /** True for the only copy of what the target contained: the export was killed while it replaced the target. */
  readonly isEarlierExport: boolean;
}

/** Names of the files in a folder; none if it is missing. */
async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function assertReplaceable(names: readonly string[], shownAs: string, isForced: boolean): void {
  if (names.length === 0) return;
  const reject = (message: string, hint: string): never => {
    throw new CliError('directory_not_empty', message, { hint });
  };
  const foreign = names.find((name) => !FILES.has(name));
  if (foreign !== undefined)
    reject(`${shownAs} contains files that are no export, such as ${foreign}`, 'Name another folder.');
  if (!isForced) reject(`${shownAs} contains an export already`, 'To replace it, add --force.');
}
