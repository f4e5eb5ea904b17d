import { withClient } from '@droptrack/persistence/testing';

/** The latest revision of every drop as a row of columns: the same rows that the API shows. */
const SQL = `
CREATE TABLE conventional_drops AS
SELECT id, body ->> 'name' AS name, body ->> 'chain' AS chain, body ->> 'status' AS status,
       (body ->> 'hype_score')::integer AS hype_score, (body ->> 'hype_delta_7d')::integer AS hype_delta_7d,
       (body ->> 'hype_confidence')::float8 AS hype_confidence,
       (body -> 'rating' ->> 'reward')::integer AS reward, (body -> 'rating' ->> 'legit')::integer AS legit,
       (body -> 'rating' ->> 'difficulty')::integer AS difficulty,
       (body -> 'ev_usd' ->> 'p50')::float8 AS ev_p50_usd, (body -> 'ev_usd' ->> 'p10')::float8 AS ev_p10_usd,
       (body -> 'ev_usd' ->> 'p90')::float8 AS ev_p90_usd,
       (body -> 'snapshot' ->> 'block')::integer AS snapshot_block,
       (body -> 'snapshot' ->> 'date')::timestamptz(3) AS snapshot_date,
       (body ->> 'cost_usd')::float8 AS cost_usd, date_trunc('milliseconds', recorded_at)::timestamptz(3) AS updated_at
FROM (SELECT DISTINCT ON (id) id, body, recorded_at FROM revisions WHERE entity = 'drop' ORDER BY id, seq DESC) AS latest;
ALTER TABLE conventional_drops ADD PRIMARY KEY (id);
CREATE INDEX ON conventional_drops (status, hype_score DESC, id);
ANALYZE conventional_drops`;

/** Adds the conventional service's table to a database that holds a catalogue. */
export async function createConventionalTable(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query(SQL));
}
