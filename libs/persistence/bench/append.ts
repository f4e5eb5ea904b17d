import { appendRevisions, type Database, type RevisionDraft } from '../src';

/** A kind of append, one row in a transaction of its own. */
export type Append = 'log' | 'plain';

/** The same row with the same indexes, numbered by a sequence, without a lock between writers. */
const PLAIN_TABLE = `
CREATE TABLE IF NOT EXISTS plain_rows (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recorded_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  entity text NOT NULL, id text NOT NULL, body jsonb, cause text NOT NULL
);
CREATE INDEX IF NOT EXISTS plain_rows_recorded_at ON plain_rows (recorded_at);
CREATE INDEX IF NOT EXISTS plain_rows_id ON plain_rows (entity, id, seq DESC);`;
const PLAIN_INSERT = 'INSERT INTO plain_rows (entity, id, body, cause) VALUES ($1, $2, $3, $4)';

/** Rows that several writers append to the log, or insert into a plain table, per second. */
export async function appendsPerSecond(
  db: Database,
  drafts: readonly RevisionDraft[],
  { to, writers, durationMs }: { readonly to: Append; readonly writers: number; readonly durationMs: number },
): Promise<number> {
  if (to === 'plain') await db.query(PLAIN_TABLE);
  const write = (draft: RevisionDraft): Promise<unknown> =>
    to === 'log'
      ? appendRevisions(db, [draft])
      : db.query(PLAIN_INSERT, [draft.entity, draft.id, JSON.stringify(draft.body), draft.cause]);
  const began = performance.now();
  let written = 0;
  const writer = async (first: number): Promise<void> => {
    for (let index = first; performance.now() - began < durationMs; index += writers) {
      const draft = drafts[index % drafts.length];
      if (draft !== undefined) await write(draft);
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, index) => writer(index)));
  return (1_000 * written) / (performance.now() - began);
}
