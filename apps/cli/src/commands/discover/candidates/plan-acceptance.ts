import type { DropDefinition } from '@droptrack/catalogue';
import { type CandidateView, draftDefinition, type KnownDrop, proposeDropId } from '@droptrack/discovery';
import {
  type Acceptance,
  acceptCandidate,
  type AcceptReport,
  type Database,
  readDropIds,
} from '@droptrack/persistence';
import { compileSchemaCheck } from '../../catalogue/files/drop-schema';
import { listCatalogueFiles } from '../../catalogue/files/read-catalogue';
import { UnwritableDropError, writeDropText } from '../../catalogue/files/write-drop';
import { formatFault } from '../../catalogue/files/fault';
import { CliError } from '../../../output/cli-error';
import { type AcceptTarget, dropPath, writeDropFile } from './accept-target';

/** The drop that a candidate would become. */
export interface AcceptancePlan {
  readonly candidate: CandidateView;
  readonly definition: DropDefinition;
  /** Catalogue file of the definition. */
  readonly text: string;
  /** Path of the file; null if the definition is applied to the database. */
  readonly path: string | null;
}

/**
 * Drafts the drop of a candidate, and validates it as a catalogue file wherever it is stored.
 *
 * @param id - of the drop; null to propose one that is not used, in the database or in the folder of the file.
 * @throws {CliError} `invalid_draft` if its facts do not form a valid drop.
 */
export async function planAcceptance(
  db: Database,
  { candidate, known }: { readonly candidate: CandidateView; readonly known: readonly KnownDrop[] },
  { target, id, nowMs }: { readonly target: AcceptTarget; readonly id: string | null; readonly nowMs: number },
): Promise<AcceptancePlan> {
  const dropId = id ?? proposeDropId(candidate, await usedIds(db, target));
  const path = target.kind === 'file' ? dropPath(target.directory, dropId) : null;
  const definition = draftDefinition(candidate, { id: dropId, nowMs, known });
  try {
    return { candidate, definition, text: writeDropText(definition, compileSchemaCheck()), path };
  } catch (error) {
    if (!(error instanceof UnwritableDropError)) throw error;
    throw new CliError('invalid_draft', error.message, {
      cause: error,
      hint: 'Write its catalogue file by hand, and reject or merge the candidate (docs/discovery.md).',
      details: { faults: error.faults.map(formatFault) },
    });
  }
}

async function usedIds(db: Database, target: AcceptTarget): Promise<ReadonlySet<string>> {
  const used = await readDropIds(db);
  if (target.kind === 'database') return used;
  const files = await listCatalogueFiles(target.directory);
  const named = 'names' in files ? files.names.map((name) => name.replace(/\.ya?ml$/, '')) : [];
  return new Set([...used, ...named]);
}

/** Writes the file, or applies the definition, and marks the candidate as accepted. If that fails, the file is removed. */
export async function accept(
  db: Database,
  { candidate, definition, text, path }: AcceptancePlan,
  target: AcceptTarget,
  decision: Pick<Acceptance, 'by' | 'reason' | 'nowMs'>,
): Promise<AcceptReport> {
  const origin = target.kind === 'database' ? target.origin : null;
  const acceptance = { ...decision, candidateId: candidate.id, definition, origin };
  if (target.kind === 'database' || path === null) return acceptCandidate(db, acceptance);
  const written = await writeDropFile(path, target.directory, text, target.force);
  try {
    return await acceptCandidate(db, acceptance);
  } catch (error) {
    await written.undo();
    throw error;
  }
}
