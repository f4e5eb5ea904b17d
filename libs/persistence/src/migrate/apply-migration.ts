import { randomUUID } from 'node:crypto';
import type { Migration } from './migrations';
import { HISTORY } from './history';

/** Advisory lock of Prisma's own migrate commands, so that they, ours and backups exclude each other. */
export const MIGRATIONS_LOCK = 72_707_369;

/** The exact table that `prisma migrate deploy` creates, so that it can continue from here. */
export const HISTORY_TABLE = `
CREATE TABLE IF NOT EXISTS ${HISTORY} (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** Runs a migration and records it as Prisma does, within a transaction of the caller. */
export async function applyMigration(
  client: { query(text: string, values?: unknown[]): Promise<unknown> },
  { name, sql, checksum }: Migration,
): Promise<void> {
  await client.query(sql);
  await client.query(
    `INSERT INTO ${HISTORY} (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES ($1, $2, clock_timestamp(), $3, now(), 1)`,
    [randomUUID(), checksum, name],
  );
}
