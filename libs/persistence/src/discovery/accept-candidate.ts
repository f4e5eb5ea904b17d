import type { DropDefinition } from '@droptrack/catalogue';
import { type CandidateView, isGone } from '@droptrack/discovery';
import type { Database } from '../database/database';
import { type ApplyReport, applyIn } from '../drops/apply';
import { DropRepository } from '../drops/drop.repository';
import { type Decision, requireIn, requireState } from './candidate.repository';
import { lockCandidates } from './lock';
import { CandidateGoneError, DropIdTakenError } from './errors';
import { makeListsDue } from './make-lists-due';

/** Acceptance of a candidate. */
export interface Acceptance extends Decision {
  readonly definition: DropDefinition;
  /** Origin of the drop, such as `discovered`; null if the definition is written to a catalogue file instead. */
  readonly origin: string | null;
}

/** The accepted candidate, and the apply of its definition; null if a file has the definition. */
export interface AcceptReport {
  readonly candidate: CandidateView;
  readonly apply: ApplyReport | null;
}

/**
 * Accepts a candidate and applies its definition in one transaction. The check of its list becomes due, which activates a
 * verified list.
 *
 * @throws {CandidateNotFoundError}
 * @throws {CandidateStateError} unless it is new or watched.
 * @throws {CandidateGoneError} if its sources no longer have it.
 * @throws {DropIdTakenError} if another drop or candidate has the id.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function acceptCandidate(db: Database, acceptance: Acceptance): Promise<AcceptReport> {
  const { candidateId, definition, origin, by, reason, nowMs } = acceptance;
  return db.transaction(async (sql) => {
    await lockCandidates(sql);
    if (isGone(await requireState(sql, candidateId, 'accepted', ['new', 'watched'])))
      throw new CandidateGoneError(candidateId);
    const [other] = await sql.query('SELECT FROM candidates WHERE drop_id = $1', [definition.id]);
    if (other !== undefined) throw new DropIdTakenError(definition.id);
    if (origin !== null && (await new DropRepository(sql).exists(definition.id))) {
      throw new DropIdTakenError(definition.id);
    }
    const apply = origin === null ? null : await applyIn(sql, { origin, definitions: [definition], nowMs });
    await sql.query(
      `UPDATE candidates SET state = 'accepted', drop_id = $2, reason = $3, decided_by = $4, decided_at = $5,
              updated_at = $5 WHERE id = $1`,
      [candidateId, definition.id, reason, by, new Date(nowMs).toISOString()],
    );
    await makeListsDue(sql, candidateId, nowMs);
    return { candidate: await requireIn(sql, candidateId), apply };
  });
}
