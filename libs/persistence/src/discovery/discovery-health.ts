import type { CampaignListState } from '@droptrack/discovery';
import type { Sql } from '../database/database';

/** State of discovery beside its finders, over all sources. */
interface DiscoveryHealth {
  /** Sightings without a candidate, because of the limit of new candidates per day; only sources that have some. */
  readonly heldBack: readonly { readonly source: string; readonly sightings: number }[];
  /** Campaigns by the state of their lists; without states that no list has. */
  readonly lists: Readonly<Partial<Record<CampaignListState, number>>>;
  /** Ids of drops of accepted candidates whose sources no longer have them, in order. */
  readonly goneDrops: readonly string[];
}

/** Reads the state of discovery. */
export async function readDiscoveryHealth(sql: Sql): Promise<DiscoveryHealth> {
  const heldBack = await sql.query<{ source: string; sightings: number }>(
    `SELECT source, count(*)::int AS sightings FROM sightings WHERE candidate_id IS NULL AND gone_at IS NULL
     GROUP BY source ORDER BY source`,
  );
  const lists = await sql.query<{ state: CampaignListState; count: number }>(
    'SELECT state, count(*)::int AS count FROM campaign_lists GROUP BY state ORDER BY state',
  );
  const gone = await sql.query<{ dropId: string }>(
    `SELECT c.drop_id AS "dropId" FROM candidates AS c JOIN sightings AS s ON s.candidate_id = c.id
     WHERE c.state = 'accepted' GROUP BY c.drop_id HAVING every(s.gone_at IS NOT NULL) ORDER BY c.drop_id`,
  );
  return {
    heldBack,
    lists: Object.fromEntries(lists.map(({ state, count }) => [state, count])),
    goneDrops: gone.map(({ dropId }) => dropId),
  };
}
