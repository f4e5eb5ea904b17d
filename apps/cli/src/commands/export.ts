import type { Database } from '@droptrack/persistence';
import { ExportFolder } from '../export/export-folder';
import { type Manifest, writeFiles } from '../export/write-files';
import { CliError, EXIT } from '../output/cli-error';
import { fileFault } from '../output/file-fault';
import { count, formatTable, size } from '../output/format';
import type { Output } from '../output/output';

export interface ExportArguments {
  /** Absolute. */
  readonly path: string;
  /** As given by the caller. */
  readonly directory: string;
  /** True to replace an earlier export. */
  readonly isForced: boolean;
  /** Version of the configured ruleset. */
  readonly ruleset: string;
}

interface ExportDeps {
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly output: Output;
  /** Stops the export, which then leaves nothing. */
  readonly signal: AbortSignal;
}

/** Writes the published history of a service for analysts: Parquet files and a manifest. */
export async function exportForAnalysts(args: ExportArguments, deps: ExportDeps): Promise<number> {
  const { output, signal } = deps;
  try {
    const folder = await ExportFolder.create(args.path, args.directory, args.isForced);
    try {
      for (const { name, isEarlierExport } of await folder.leftovers())
        output.note(
          isEarlierExport
            ? `${name} is the export that ${args.directory} contained before another was killed; to keep it, rename it`
            : `${name} is left of an export that was killed; it can be deleted`,
        );
      const onRows = (name: string, rows: number): void => output.progress(`Exporting ${name} … ${rows} rows`);
      const manifest = await deps.withDatabase((db) =>
        writeFiles(folder.path, db, { ruleset: args.ruleset, signal, onRows }),
      );
      await folder.commit();
      output.result({ directory: args.directory, ...manifest }, describe(args.directory, manifest));
      return EXIT.done;
    } finally {
      await folder.discard();
    }
  } catch (error) {
    throw explained(error, args, signal);
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
function explained(error: unknown, { directory }: ExportArguments, signal: AbortSignal): unknown {
  if (signal.aborted) return new CliError('interrupted', 'Interrupted: nothing was written', { cause: error });
  const reason = fileFault(error, REASONS);
  if (reason === null) return error;
  return new CliError('cannot_write', `${directory} cannot be written: ${reason}`, { cause: error });
}
