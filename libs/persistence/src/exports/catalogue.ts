import type { Revision } from '@droptrack/catalogue';
import type { Database } from '../database/database';
import { lastSeqAt, REVISION_COLUMNS, revisionOf, type RevisionRow } from '../log/read';
import { exportRows, type TakeRows } from './export-rows';

/**
 * Sorts only the ids, in the order of their bytes regardless of the collation; bodies follow one by one along the index.
 */
const DROPS_AS_OF = `
  WITH RECURSIVE things AS (
    (SELECT id FROM revisions WHERE entity = 'drop' ORDER BY id LIMIT 1)
    UNION ALL
    SELECT next.id FROM things AS t CROSS JOIN LATERAL (
      SELECT r.id FROM revisions AS r WHERE r.entity = 'drop' AND r.id > t.id ORDER BY r.id LIMIT 1
    ) AS next
  ), wanted AS MATERIALIZED (
    SELECT id FROM things WHERE $2::text IS NULL OR id COLLATE "C" > $2 ORDER BY id COLLATE "C"
  )
  SELECT latest.* FROM wanted AS w CROSS JOIN LATERAL (
    SELECT ${REVISION_COLUMNS} FROM revisions AS r
    WHERE r.entity = 'drop' AND r.id = w.id AND r.seq <= ${lastSeqAt('$1')} ORDER BY r.seq DESC LIMIT 1
  ) AS latest
  WHERE latest.body IS NOT NULL`;

/** A drop has some 600 bytes and takes some 15 µs, so a batch blocks for a few milliseconds. */
const BATCH_ROWS = 200;

/** Drops to export. */
interface DropsExport {
  /** Milliseconds since the epoch, inclusive to the end of that millisecond; must be confirmed. */
  readonly asOfMs: number;
  /** Only ids after this one; null for all. */
  readonly afterId: string | null;
  readonly signal: AbortSignal;
}

/**
 * Streams all drops that were not archived at an instant, as they were then, by id.
 *
 * @throws as {@link exportRows}.
 */
export function exportDropsAsOf(
  db: Database,
  { asOfMs, afterId, signal }: DropsExport,
  take: TakeRows<Revision>,
): Promise<void> {
  const query = { text: DROPS_AS_OF, values: [asOfMs, afterId], batchRows: BATCH_ROWS };
  return exportRows<RevisionRow>(db, query, (rows) => take(rows.map(revisionOf)), signal);
}
