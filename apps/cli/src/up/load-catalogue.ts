import { applyDefinitions, type ApplyReport, type Database } from '@droptrack/persistence';
import { readCatalogue } from '../catalogue/read-catalogue';
import { formatFault } from '../commands/catalogue-check';
import { count } from '../output/format';
import type { Output } from '../output/output';

export interface LoadCatalogueDeps {
  readonly db: Database;
  readonly directory: string;
  readonly output: Output;
  readonly now: () => Date;
}

const FAULTS_SHOWN = 10;

/**
 * Loads the catalogue's folder. If a file has errors they are reported and nothing is loaded: the service then keeps its
 * former catalogue. Drops without a file stay; `catalogue apply --prune` archives them.
 *
 * @returns the result as text: `81 drops, 81 created`.
 */
export async function loadCatalogue({ db, directory, output, now }: LoadCatalogueDeps): Promise<string> {
  output.progress('Loading the catalogue …');
  const { definitions, faults } = await readCatalogue(directory);
  if (faults.length > 0) {
    output.note(`The catalogue was not loaded: ${count(faults.length, 'error')}.`);
    for (const fault of faults.slice(0, FAULTS_SHOWN)) output.note(`  ${formatFault(fault)}`);
    return `not loaded: ${count(faults.length, 'error')}`;
  }
  const report = await applyDefinitions(db, { origin: 'catalogue', definitions, nowMs: now().getTime() });
  return `${count(definitions.length, 'drop')}, ${describe(report)}`;
}

/** `2 created, 1 updated`. */
function describe({ created, updated, archived }: ApplyReport): string {
  const parts = [`${created} created`, `${updated} updated`, `${archived} archived`].filter(
    (part) => !/^0 /.test(part),
  );
  return parts.length === 0 ? 'none changed' : parts.join(', ');
}
