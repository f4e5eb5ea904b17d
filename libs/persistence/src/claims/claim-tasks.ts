import type { DropDefinition } from '@droptrack/catalogue';
import { isSampleDropId } from '@droptrack/contracts';
import { type FollowedDistributor, followedDistributors } from '@droptrack/distributors';
import { instant } from '../clock/instants';
import type { Sql } from '../database/database';
import { CLAIM_SOURCE } from '../tasks/task';

/** Query of the poll of a drop's claims; null for a drop without a followed distributor, and for a sample: no chain knows it. */
export function distributorsToFollow(definition: DropDefinition): readonly FollowedDistributor[] | null {
  const followed = isSampleDropId(definition.id) ? [] : followedDistributors(definition);
  return followed.length === 0 ? null : followed;
}

/**
 * Adds the missing polls of claims: those of drops that were applied by a release that did not follow them, as a later one finds the
 * drops unchanged.
 *
 * @returns their number.
 */
export async function addMissingClaimTasks(sql: Sql, nowMs: number): Promise<number> {
  const drops = await sql.query<{ readonly definition: DropDefinition }>(
    `SELECT definition FROM drops AS d
     WHERE archived_at IS NULL AND definition ?| ARRAY['claim', 'listClaims']
       AND NOT EXISTS (SELECT FROM tasks WHERE subject = d.id AND source = $1)`,
    [CLAIM_SOURCE],
  );
  const missing = drops.flatMap(({ definition }) => {
    const query = distributorsToFollow(definition);
    return query === null ? [] : [{ subject: definition.id, query }];
  });
  const added = await sql.query(
    `INSERT INTO tasks (kind, subject, source, query, due_at)
     SELECT 'poll', subject, $3, query, ${instant('$2')}
     FROM jsonb_to_recordset($1::jsonb) AS s (subject text, query jsonb)
     JOIN drops AS d ON d.id = s.subject AND d.archived_at IS NULL
     ORDER BY subject ON CONFLICT (subject, source) DO NOTHING RETURNING subject`,
    [JSON.stringify(missing), nowMs, CLAIM_SOURCE],
  );
  return added.length;
}
