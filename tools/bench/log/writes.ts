import { appendRevisions, type Database, type RevisionDraft } from '@droptrack/persistence';

/** Writes one row in a transaction of its own. */
export type Write = (draft: RevisionDraft) => Promise<unknown>;

/** The yardstick: the same row with the same indexes, numbered by a sequence, one writer not waiting for another. */
const PLAIN_TABLE = [
  `CREATE TABLE plain_rows (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     recorded_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
     entity text NOT NULL, id text NOT NULL, body jsonb, cause text NOT NULL
   )`,
  'CREATE INDEX ON plain_rows (recorded_at)',
  'CREATE INDEX ON plain_rows (entity, id, seq DESC)',
];
const PLAIN_INSERT = 'INSERT INTO plain_rows (entity, id, body, cause) VALUES ($1, $2, $3, $4)';

/** To the log, and to a plain table that is made for it. */
export async function preparedWrites(db: Database): Promise<{ readonly append: Write; readonly insert: Write }> {
  for (const statement of PLAIN_TABLE) await db.query(statement);
  return {
    append: (draft) => appendRevisions(db, [draft]),
    insert: ({ entity, id, body, cause }) => db.query(PLAIN_INSERT, [entity, id, JSON.stringify(body), cause]),
  };
}

/**
 * Rows written a second.
 *
 * @param writers - how many write at a time, each row after row.
 */
export async function writesPerSecond(
  write: Write,
  drafts: readonly RevisionDraft[],
  writers: number,
  durationMs: number,
): Promise<number> {
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
