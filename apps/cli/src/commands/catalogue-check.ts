import { join, relative } from 'node:path';
import type { CatalogueFault, CatalogueReading } from '../catalogue/read-catalogue';
import { count } from '../output/format';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';

export interface CheckCatalogueArguments {
  /** Absolute. */
  readonly directory: string;
  /** Directory that file names in errors are relative to. */
  readonly cwd: string;
}

export interface CheckCatalogueDeps {
  readonly readCatalogue: (directory: string) => Promise<CatalogueReading>;
  readonly output: Output;
}

/** Reads a folder of catalogue files and reports every error. Needs no database. */
export async function checkCatalogue(args: CheckCatalogueArguments, deps: CheckCatalogueDeps): Promise<number> {
  deps.output.progress('Reading the catalogue …');
  const { definitions, faults } = await deps.readCatalogue(args.directory);
  if (faults.length > 0) return reportFaults(faults, args, deps.output);
  const events = definitions.reduce((sum, drop) => sum + drop.events.length, 0);
  deps.output.result(
    { drops: definitions.length, events, faults: [] },
    `No errors: ${count(definitions.length, 'drop')}, ${count(events, 'calendar event')}.`,
  );
  return EXIT.done;
}

/**
 * Reports errors, one line each: `file:line:column: message`, the format that editors and other programs parse.
 *
 * @returns the exit code of a failure.
 */
export function reportFaults(
  faults: readonly CatalogueFault[],
  { directory, cwd }: CheckCatalogueArguments,
  output: Output,
): number {
  const shown = faults.map((fault) => ({ ...fault, file: fromHere(join(directory, fault.file), cwd) }));
  const files = new Set(faults.map(({ file }) => file)).size;
  const message = `${count(faults.length, 'error')} in ${count(files, 'file')}`;
  output.result(
    { error: { code: 'catalogue_faults', message, hint: null, faults: shown } },
    shown.map(formatFault).join('\n'),
    `\n${message}.`,
  );
  return EXIT.failed;
}

/** `linea.yaml:12:3: events[0].starts_at: there is no such day`. */
export function formatFault({ file, line, column, path, message }: CatalogueFault): string {
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`;
}

/** Relative path of a file below the working directory; absolute elsewhere. */
function fromHere(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('..') ? path : short;
}
