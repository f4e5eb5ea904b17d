import type { CandidateState } from '@droptrack/discovery';

/** The candidate does not exist. */
export class CandidateNotFoundError extends Error {
  override readonly name = 'CandidateNotFoundError';
  constructor(readonly candidateId: number) {
    super(`There is no candidate ${candidateId}`);
  }
}

/** The state of a candidate does not allow a transition. */
export class CandidateStateError extends Error {
  override readonly name = 'CandidateStateError';
  constructor(
    readonly candidateId: number,
    readonly state: CandidateState,
    readonly wanted: CandidateState,
  ) {
    super(`The candidate ${candidateId} is ${state}, and cannot become ${wanted}`);
  }
}

/** The sources of all sightings of a candidate no longer have them, so it cannot be accepted. */
export class CandidateGoneError extends Error {
  override readonly name = 'CandidateGoneError';
  constructor(readonly candidateId: number) {
    super(`The sources no longer have the candidate ${candidateId}`);
  }
}

/** Reasons why two candidates cannot be merged. */
type MergeReason = 'same_candidate' | 'two_contracts';

/** Two candidates cannot be one drop. */
export class CandidateMergeError extends Error {
  override readonly name = 'CandidateMergeError';
  constructor(
    readonly candidateId: number,
    readonly intoId: number,
    readonly reason: MergeReason,
  ) {
    super(
      reason === 'same_candidate'
        ? `The candidate ${candidateId} cannot be merged into itself`
        : `The candidates ${candidateId} and ${intoId} have different contracts, so they are two drops`,
    );
  }
}

/** The id of a drop is used by another one. */
export class DropIdTakenError extends Error {
  override readonly name = 'DropIdTakenError';
  constructor(readonly dropId: string) {
    super(`The drop "${dropId}" exists; an id is never reused for another drop`);
  }
}
