import { resolve } from 'node:path';
import { ExportFolder } from './folder/export-folder';
import { type Manifest, writeFiles } from './folder/write-files';
import { CliError, EXIT } from '../../output/cli-error';
import { fileFault } from '../../output/file-fault';
import { count, formatTable, size } from '../../output/format';
import { configOf, type DatabaseSession, type InterruptibleSession, type Session } from '../../session/session';

export interface ExportHistory {
  /** Folder to create. */
  readonly dir: string;
  /** Replaces an earlier export. */
  readonly force: boolean;
}

type ExportSession = DatabaseSession & InterruptibleSession & Pick<Session, 'env' | 'places' | 'cwd'>;

/** Writes the published history of a service for analysts: Parquet files and a manifest. */
export async function exportForAnalysts({ dir, force }: ExportHistory, session: ExportSession): Promise<number> {
  const { output, signal, cwd } = session;
  const { ruleset } = configOf(session);
  try {
    const folder = await ExportFolder.create(resolve(cwd, dir), dir, force);
    try {
      for (const { name, isEarlierExport } of await folder.leftovers())
        output.note(
          isEarlierExport
            ? `${name} is the export that ${dir} contained before another was killed; to keep it, rename it`
            : `${name} is left of an export that was killed; it can be deleted`,
        );
      const onRows = (name: string, rows: number): void => output.progress(`Exporting ${name} … ${rows} rows`);
      const manifest = await session.withDatabase((db) =>
        writeFiles(folder.path, db, { ruleset: ruleset.version, signal, onRows }),
      );
      await folder.commit();
      output.result({ directory: dir, ...manifest }, describe(dir, manifest));
      return EXIT.done;
    } finally {
      await folder.discard();
    }
  } catch (error) {
    throw explained(error, dir, signal);
  }
}

function describe(directory: string, { as_of: asOf, seq, files }: Manifest): string {
  const rows = files.map((file) => [file.name, count(file.rows, 'row'), size(file.bytes)]);
  return `${directory}: everything up to ${asOf}, revision ${seq}\n${formatTable(null, rows)}`;
}

/** Reasons that concern folders. */
const REASONS: Readonly<Record<string, string>> = {
  EBUSY: 'it is a mount point: name a folder inside it',
  ENOENT: 'the folder that would contain it does not exist',
  ENOTDIR: 'it is a file, or its path leads through one',
  EXDEV: 'it is a mount point: name a folder inside it',
};

/** Converts an error of the file system, or of an interruption, into a {@link CliError}. */
function explained(error: unknown, directory: string, signal: AbortSignal): unknown {
  if (signal.aborted) return new CliError('interrupted', 'Interrupted: nothing was written', { cause: error });
  const reason = fileFault(error, REASONS);
  if (reason === null) return error;
  return new CliError('cannot_write', `${directory} cannot be written: ${reason}`, { cause: error });
}
