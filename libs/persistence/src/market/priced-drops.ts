import type { DropDefinition } from '@droptrack/catalogue';
import type { Sql } from '../database/database';

/** Drop whose token may need a price. */
interface PricedDrop {
  readonly id: string;
  readonly definition: DropDefinition;
  /** True while an allocation list is active, unnamed or named. */
  readonly hasList: boolean;
}

/** Definitions of drops, and whether they have a list. Archived drops are absent. */
export function readPricedDrops(sql: Sql, dropIds: readonly string[]): Promise<PricedDrop[]> {
  return sql.query<PricedDrop>(
    `SELECT d.id, d.definition,
            EXISTS (SELECT FROM lists AS l WHERE l.drop_id = d.id AND l.kind = 'allocation' AND l.in_force) AS "hasList"
     FROM drops AS d WHERE d.id = ANY ($1) AND d.archived_at IS NULL`,
    [dropIds],
  );
}
