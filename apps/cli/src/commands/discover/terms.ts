import { userInfo } from 'node:os';
import { cleanName, type CandidateState, type CandidateView, type KnownDrop } from '@droptrack/discovery';
import {
  CandidateGoneError,
  CandidateMergeError,
  CandidateNotFoundError,
  CandidateRepository,
  CandidateStateError,
  type Database,
  DropIdTakenError,
  readKnownTokens,
} from '@droptrack/persistence';
import { type AssessedCandidate, flagsOf } from './candidates/assess-candidate';
import { CliError, INVALID_ARGUMENT } from '../../output/cli-error';
import type { Session } from '../../session/session';

/** Part of a session that the commands of discovery use. */
export type DiscoverSession = Pick<Session, 'withDatabase' | 'output' | 'now'>;

const PAGE = 1_000;
/** Maximum number of candidates of a review, which are read and sorted in memory. */
export const CANDIDATES_MAX = 20_000;

/** Candidates in some states, in the order of ids, up to {@link CANDIDATES_MAX}. */
export async function readCandidates(db: Database, states: readonly CandidateState[]): Promise<CandidateView[]> {
  const repository = new CandidateRepository(db);
  const found: CandidateView[] = [];
  for (let afterId = 0; found.length < CANDIDATES_MAX; afterId = found.at(-1)?.id ?? 0) {
    const page = await repository.list({ states, afterId, limit: PAGE });
    found.push(...page);
    if (page.length < PAGE) break;
  }
  return found;
}

/** Candidate by its id, with the drops of the catalogue. @throws {CliError} for an unknown one. */
export async function readCandidate(
  db: Database,
  candidateId: number,
): Promise<{ readonly candidate: CandidateView; readonly known: readonly KnownDrop[] }> {
  const candidate = await new CandidateRepository(db).find(candidateId);
  if (candidate === null) throw notFound(candidateId);
  return { candidate, known: await readKnownTokens(db) };
}

const notFound = (candidateId: number): CliError =>
  new CliError('candidate_not_found', `There is no candidate ${candidateId}`, {
    hint: 'List them with: droptrack discover list',
  });

/** @throws {CliError} for errors that the operator can act on; any other error as it is. */
export function rethrowCandidateError(error: unknown): never {
  if (error instanceof CandidateNotFoundError) throw notFound(error.candidateId);
  if (error instanceof CandidateStateError) throw new CliError(`candidate_${error.state}`, error.message);
  if (error instanceof CandidateGoneError) throw new CliError('candidate_gone', error.message);
  if (error instanceof CandidateMergeError) throw new CliError(error.reason, error.message);
  if (error instanceof DropIdTakenError) {
    throw new CliError('drop_id_taken', error.message, { hint: 'Choose another one with --id' });
  }
  throw error;
}

const REASON_LENGTH_MAX = 500;
const NAME_LENGTH_MAX = 100;

/** Reason of a decision as stored. @throws {CliError} for an empty one. */
export function reasonText(text: string): string {
  const reason = cleanName(text, REASON_LENGTH_MAX);
  if (reason === null) throw new CliError(INVALID_ARGUMENT, '--reason must not be empty');
  return reason;
}

/** Name of the operator of a decision as stored: as given, else the user of the system. @throws {CliError} for an empty one. */
export function operatorName(given: string | null): string {
  const name = cleanName(given ?? systemUser(), NAME_LENGTH_MAX);
  if (name === null) throw new CliError(INVALID_ARGUMENT, '--by must not be empty');
  return name;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // The user of a container can have no name.
    return 'operator';
  }
}

/** Reference to a candidate in a message, such as `Candidate 12, Linea,`. */
export const nameOf = ({ id, name }: Pick<AssessedCandidate, 'id' | 'name'>): string => `Candidate ${id}, ${name},`;

/** A candidate in `--json`. */
export function presentCandidate(candidate: AssessedCandidate) {
  const { impersonation, list } = candidate;
  return {
    id: candidate.id,
    state: candidate.state,
    kinds: candidate.kinds,
    name: candidate.name,
    chain: candidate.chain,
    starts_at: candidate.startsAt,
    ends_at: candidate.endsAt,
    launch_by: candidate.launchBy,
    list: list === null ? null : { state: list.state, reason: list.reason, wallets: list.wallets },
    flags: flagsOf(candidate),
    imitates: impersonation === null ? null : { drop: impersonation.dropId, reason: impersonation.reason },
    spam: candidate.spam,
    decision:
      candidate.decidedAt === null
        ? null
        : { reason: candidate.reason, by: candidate.decidedBy, at: candidate.decidedAt },
    merged_into: candidate.mergedInto,
    drop: candidate.dropId,
    created_at: candidate.createdAt,
    updated_at: candidate.updatedAt,
  };
}
