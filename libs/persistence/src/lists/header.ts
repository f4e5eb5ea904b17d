import { type ListBody, listEntityId } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import { appendRevisions } from '../log/append';
import { RecomputeQueue } from '../recompute/recompute-queue';
import { listKeyOf } from './list-key';
import { type ActiveList, ListRepository } from './list.repository';

/** Facts of a list that can change while its rows stay: each is stored once, beside the rows. */
const LIST_HEADER_FACTS = ['url', 'decimals', 'root_published', 'part'] as const;
export type ListHeaderFact = (typeof LIST_HEADER_FACTS)[number];

type Header = Pick<ListBody, 'url' | 'decimals' | 'tree' | 'part'>;

/**
 * Header of a list whose rows are active already: facts of the load where it has any, else the stored ones. A root that
 * was confirmed once stays confirmed.
 */
export function mergedHeader(list: ListBody, former: ActiveList): ListBody {
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
    part: (list.part ?? false) !== (former.part ?? false),
  };
  return LIST_HEADER_FACTS.filter((fact) => differs[fact]);
}

/**
 * Changes the header of the active list and appends the revision. Version and rows stay, and so does the instant of their
 * activation, which goes into the body because the new revision has a later one.
 *
 * The caller holds the locks of the list and of the drop.
 */
export async function changeHeader(sql: Sql, list: ListBody, nowMs: number): Promise<ListBody> {
  const lists = new ListRepository(sql);
  await lists.updateHeader(list);
  const body: ListBody = { ...list, published_at: await lists.readPublishedAt(listKeyOf(list)) };
  await new RecomputeQueue(sql).enqueue([list.drop], nowMs);
  await appendRevisions(sql, [
    { entity: 'list', id: listEntityId(list.drop, list.kind, list.name), body, cause: 'list' },
  ]);
  return body;
}
