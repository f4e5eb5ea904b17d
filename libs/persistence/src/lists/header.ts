import { type ListBody, listEntityId, type ListKind } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import { RecomputeQueue } from '../recompute/recompute-queue';
import { appendRevisions } from '../log/append';
import type { InForce } from './store';

/** Facts of a list that can change while its rows stay: each is stored once, beside the rows. */
export const LIST_HEADER_FACTS = ['url', 'decimals', 'root_published'] as const;
export type ListHeaderFact = (typeof LIST_HEADER_FACTS)[number];

type Header = Pick<ListBody, 'url' | 'decimals' | 'tree'>;

/**
 * The header of a list whose rows are in force: what the load states, else as it was. A root that was confirmed once stays
 * confirmed.
 */
export function mergedHeader(list: ListBody, former: InForce): ListBody {
  const isPublished = [list, former].some(({ tree }) => tree?.root_published === true);
  return {
    ...list,
    list_id: former.list_id,
    version: former.version,
    url: list.url ?? former.url,
    tree: list.tree ? { ...list.tree, root_published: isPublished } : null,
  };
}

/** Names of the header facts that differ. */
export function changedFacts(list: Header, former: Header): readonly ListHeaderFact[] {
  const isPublished = ({ tree }: Header): boolean => tree?.root_published ?? false;
  const differs: Readonly<Record<ListHeaderFact, boolean>> = {
    url: list.url !== former.url,
    decimals: list.decimals !== former.decimals,
    root_published: isPublished(list) !== isPublished(former),
  };
  return LIST_HEADER_FACTS.filter((fact) => differs[fact]);
}

/**
 * Changes the header of the list in force, with the revision that records it. Version and rows stay, and so does the
 * instant at which the rows came into force: it is in the body, since the revision has a later one.
 *
 * The caller holds the locks of the list and of the drop.
 */
export async function changeHeader(sql: Sql, list: ListBody, nowMs: number): Promise<ListBody> {
  await sql.query('UPDATE lists SET url = $2, decimals = $3, root_published = $4 WHERE id = $1', [
    list.list_id,
    list.url,
    list.decimals,
    list.tree?.root_published ?? false,
  ]);
  const body: ListBody = { ...list, published_at: await publishedAt(sql, list.drop, list.kind) };
  await new RecomputeQueue(sql).enqueue([list.drop], nowMs);
  await appendRevisions(sql, [{ entity: 'list', id: listEntityId(list.drop, list.kind), body, cause: 'list' }]);
  return body;
}

/** RFC 3339 instant at which the rows of the list in force came into force, by the log. */
async function publishedAt(sql: Sql, dropId: string, kind: ListKind): Promise<string> {
  const [latest] = await sql.query<{ body: ListBody; recordedAt: Date }>(
    `SELECT body, recorded_at AS "recordedAt" FROM revisions
     WHERE entity = 'list' AND id = $1 ORDER BY seq DESC LIMIT 1`,
    [listEntityId(dropId, kind)],
  );
  if (latest === undefined) throw new Error(`The log has no revision of the list of ${dropId}`);
  return latest.body.published_at ?? latest.recordedAt.toISOString();
}
