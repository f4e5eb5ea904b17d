import type { KnownDrop } from '@droptrack/discovery';
import type { Sql } from '../database/database';

/** Names, tokens, distributors and slugs of the drops of the catalogue, except archived ones. */
export function readKnownTokens(sql: Sql): Promise<KnownDrop[]> {
  return sql.query<KnownDrop>(
    `SELECT id, d ->> 'name' AS name, d #>> '{token,symbol,value}' AS symbol, d #>> '{token,address,value}' AS token,
            d #>> '{claim,contract}' AS contract, ${slug('defillama', 'protocol')} AS defillama,
            ${slug('polymarket', 'market')} AS market
     FROM drops, LATERAL (VALUES (definition)) AS v (d) WHERE archived_at IS NULL ORDER BY id`,
  );
}

/** A query of a source: its slug, or an object with the slug as a member. */
const slug = (source: string, member: string) =>
  `CASE jsonb_typeof(d #> '{sources,${source}}')
     WHEN 'string' THEN d #>> '{sources,${source}}' WHEN 'object' THEN d #>> '{sources,${source},${member}}' END`;
