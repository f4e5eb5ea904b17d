import { bestName, type CandidateState, type CandidateView, isOpen } from '@droptrack/discovery';
import type { Database, Sql } from '../database/database';
import { CANDIDATE_COLUMNS, type CandidateRow, contractOf, readViews } from './candidate-rows';
import { lockCandidates } from './lock';
import { CandidateMergeError, CandidateNotFoundError, CandidateStateError } from './errors';
import { makeListsDue } from './make-lists-due';

/** Selection of candidates. */
interface CandidatesQuery {
  /** Any when not given. */
  readonly states?: readonly CandidateState[];
  /** Candidates with a greater id only; 0 when not given. */
  readonly afterId?: number;
  /** Includes candidates to review that all their sources no longer have, such as after a reorganisation; false when not given. */
  readonly gone?: boolean;
  /** Maximum number of candidates. */
  readonly limit: number;
}

/** Decision of an operator, or of the automatic acceptance, about a candidate. */
export interface Decision {
  readonly candidateId: number;
  /** 1 to 500 characters. */
  readonly reason: string;
  /** Name of the operator or program, 1 to 100 characters. */
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** Candidates, with the transitions of their states except acceptance. */
export class CandidateRepository {
  constructor(private readonly db: Database) {}

  /** Candidates in the order of ids. */
  async list({ states, afterId = 0, gone = false, limit }: CandidatesQuery): Promise<CandidateView[]> {
    const rows = await this.db.query<CandidateRow>(
      `SELECT ${CANDIDATE_COLUMNS} FROM candidates AS c
       WHERE c.id > $1 AND ($2::text[] IS NULL OR c.state = ANY ($2)) AND ($3 OR c.state NOT IN ('new', 'watched')
         OR EXISTS (SELECT FROM sightings AS s WHERE s.candidate_id = c.id AND s.gone_at IS NULL))
       ORDER BY c.id LIMIT $4`,
      [afterId, states ?? null, gone, limit],
    );
    return readViews(this.db, rows);
  }

  /** Other candidates that share an identifier or the name with a candidate, for suggestions, in the order of ids. */
  async related({ id, name, sightings }: CandidateView, limit: number): Promise<CandidateView[]> {
    const members = ['token', 'contract', 'defillama', 'market'] as const;
    const identities = sightings.map(({ sighting }) => sighting.identity);
    const rows = await this.db.query<CandidateRow>(
      `SELECT ${CANDIDATE_COLUMNS} FROM candidates AS c
       WHERE c.id <> $5 AND c.state <> 'merged' AND (lower(c.name) = lower($6) OR c.id IN (
         SELECT candidate_id FROM sightings
         WHERE token = ANY ($1) OR contract = ANY ($2) OR defillama = ANY ($3) OR market = ANY ($4)
       )) ORDER BY c.id LIMIT $7`,
      [...members.map((member) => identities.flatMap((identity) => identity[member] ?? [])), id, name, limit],
    );
    return readViews(this.db, rows);
  }

  /** Candidate by its id; null for an unknown one. */
  find(candidateId: number): Promise<CandidateView | null> {
    return findIn(this.db, candidateId);
  }

  /**
   * Marks a candidate that may become a drop later. A rejected one returns to the review. The check of its list becomes due,
   * also of a rejected one.
   *
   * @throws {CandidateNotFoundError} {CandidateStateError} unless it is new or rejected.
   */
  watch(decision: Decision): Promise<CandidateView> {
    return this.#decide(decision, 'watched', ['new', 'rejected']);
  }

  /** @throws {CandidateNotFoundError} {CandidateStateError} unless it is new or watched. */
  reject(decision: Decision): Promise<CandidateView> {
    return this.#decide(decision, 'rejected', ['new', 'watched']);
  }

  /**
   * Moves the sightings of a candidate to another one. If that is accepted, the check of the list becomes due, as at an acceptance.
   *
   * @throws {CandidateNotFoundError}
   * @throws {CandidateStateError} unless the first is new or watched, and the other new, watched or accepted.
   * @throws {CandidateMergeError} for one candidate, or for campaigns of two contracts.
   */
  async merge({
    candidateId,
    intoId,
    reason,
    by,
    nowMs,
  }: Decision & { readonly intoId: number }): Promise<CandidateView> {
    if (candidateId === intoId) throw new CandidateMergeError(candidateId, intoId, 'same_candidate');
    return this.db.transaction(async (sql) => {
      await lockCandidates(sql);
      const from = await requireState(sql, candidateId, 'merged', ['new', 'watched']);
      const into = await requireState(sql, intoId, 'merged', ['new', 'watched', 'accepted']);
      const contracts = [from, into].flatMap(({ sightings }) => contractOf(sightings) ?? []);
      if (new Set(contracts).size > 1) throw new CandidateMergeError(candidateId, intoId, 'two_contracts');
      await sql.query('UPDATE sightings SET candidate_id = $2 WHERE candidate_id = $1', [candidateId, intoId]);
      await sql.query(
        `UPDATE candidates SET state = 'merged', merged_into = $2, reason = $3, decided_by = $4, decided_at = $5,
                updated_at = $5 WHERE id = $1`,
        [candidateId, intoId, reason, by, new Date(nowMs).toISOString()],
      );
      if (isOpen(into.state)) return rename(sql, intoId, nowMs);
      await makeListsDue(sql, intoId, nowMs);
      return requireIn(sql, intoId);
    });
  }

  #decide(
    { candidateId, reason, by, nowMs }: Decision,
    state: CandidateState,
    from: readonly CandidateState[],
  ): Promise<CandidateView> {
    return this.db.transaction(async (sql) => {
      await lockCandidates(sql);
      await requireState(sql, candidateId, state, from);
      if (state === 'watched') await makeListsDue(sql, candidateId, nowMs);
      await sql.query(
        `UPDATE candidates SET state = $2, reason = $3, decided_by = $4, decided_at = $5, updated_at = $5 WHERE id = $1`,
        [candidateId, state, reason, by, new Date(nowMs).toISOString()],
      );
      return requireIn(sql, candidateId);
    });
  }
}

/** Candidate in one of the states, in a transaction. @throws {CandidateNotFoundError} {CandidateStateError} */
export async function requireState(
  sql: Sql,
  id: number,
  wanted: CandidateState,
  from: readonly CandidateState[],
): Promise<CandidateView> {
  const view = await requireIn(sql, id);
  if (!from.includes(view.state)) throw new CandidateStateError(id, view.state, wanted);
  return view;
}

/** Candidate by its id, in a transaction or outside. @throws {CandidateNotFoundError} */
export async function requireIn(sql: Sql, id: number): Promise<CandidateView> {
  const view = await findIn(sql, id);
  if (view === null) throw new CandidateNotFoundError(id);
  return view;
}

async function findIn(sql: Sql, id: number): Promise<CandidateView | null> {
  const rows = await sql.query<CandidateRow>(`SELECT ${CANDIDATE_COLUMNS} FROM candidates AS c WHERE c.id = $1`, [id]);
  return (await readViews(sql, rows))[0] ?? null;
}

/** Names a candidate by its sightings. */
async function rename(sql: Sql, id: number, nowMs: number): Promise<CandidateView> {
  const { sightings } = await requireIn(sql, id);
  const name = bestName(sightings.map(({ source, sighting }) => ({ source, name: sighting.name })));
  await sql.query('UPDATE candidates SET name = coalesce($2, name), updated_at = $3 WHERE id = $1', [
    id,
    name,
    new Date(nowMs).toISOString(),
  ]);
  return requireIn(sql, id);
}
