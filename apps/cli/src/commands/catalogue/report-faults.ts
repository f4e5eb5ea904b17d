import { join, relative, resolve } from 'node:path';
import { EXIT } from '../../output/cli-error';
import { count } from '../../output/format';
import type { Output } from '../../output/output';
import { formatFault } from './files/fault';
import type { CatalogueFault } from './files/read-catalogue';

/** Folder of catalogue files, and the directory that file names in errors are relative to. */
interface CatalogueFolder {
  readonly dir: string;
  readonly cwd: string;
}

/**
 * Reports errors, one line each: `file:line:column: message`, the format that editors and other programs parse.
 *
 * @returns the exit code of a failure.
 */
export function reportFaults(faults: readonly CatalogueFault[], folder: CatalogueFolder, output: Output): number {
  const shown = shownFaults(faults, folder);
  const files = new Set(faults.map(({ file }) => file)).size;
  const message = `${count(faults.length, 'error')} in ${count(files, 'file')}`;
  output.result(
    { error: { code: 'catalogue_faults', message, hint: null, faults: shown } },
    shown.map(formatFault).join('\n'),
    `\n${message}.`,
  );
  return EXIT.failed;
}

/** Errors with paths as a person types them. */
export const shownFaults = (faults: readonly CatalogueFault[], { dir, cwd }: CatalogueFolder): CatalogueFault[] =>
  faults.map((fault) => ({ ...fault, file: fromHere(join(resolve(cwd, dir), fault.file), cwd) }));

/** Relative path of a file below the working directory; absolute elsewhere. */
function fromHere(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === '' || short.startsWith('..') ? path : short;
}
