import type { ListKind } from '@droptrack/catalogue';
import type { Database, Sql } from '../database/database';
import { DropRepository } from '../drops/drop.repository';
import { ListDropError, ListVersionError } from './errors';
import { compareStored, type ListDifference } from './list-difference';

/** Comparison of two versions of a list. */
export interface VersionsComparison {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Empty for the unnamed list. */
  readonly name: string;
  readonly before: number;
  /** Null for the active version. */
  readonly after: number | null;
  /** Maximum number of examples per change. */
  readonly examplesMax: number;
}

/** A compared version. */
interface ComparedVersion {
  readonly version: number;
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  readonly decimals: number | null;
}

interface ComparedVersions {
  readonly before: ComparedVersion;
  readonly after: ComparedVersion;
  readonly difference: ListDifference;
}

/** A hundred times what two lists of a million wallets take. */
const TIMEOUT_MS = 600_000;
/** Groups a million differing wallets in memory; more spill to disk. */
const WORK_MEMORY = '64MB';

/**
 * Compares two versions of a list, as of one instant, in bounded memory.
 *
 * @throws {ListDropError} for an unknown drop.
 * @throws {ListVersionError} for an unknown version, one whose rows are deleted, or when none is active.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function compareVersions(db: Database, comparison: VersionsComparison): Promise<ComparedVersions> {
  return db.transaction(async (sql) => {
    const before = await findVersion(sql, comparison, comparison.before);
    const after = await findVersion(sql, comparison, comparison.after);
    await sql.allow(TIMEOUT_MS);
    // The rows of a list lie in the order of the primary key, so that both are read by it, without a sort or a hash table.
    await sql.query(
      `SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
              set_config('enable_seqscan', 'off', true), set_config('work_mem', $1, true)`,
      [WORK_MEMORY],
    );
    const difference = await compareStored(sql, before.id, after.id, comparison.examplesMax);
    return { before: present(before), after: present(after), difference };
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

interface FoundVersion extends ComparedVersion {
  readonly id: number;
  readonly isPurged: boolean;
  readonly hasTokens: boolean;
}

/** @param version - null for the active one. */
async function findVersion(sql: Sql, of: VersionsComparison, version: number | null): Promise<FoundVersion> {
  const { dropId, kind, name } = of;
  const [found] = await sql.query<FoundVersion>(
    `SELECT id::float8 AS id, version, wallets, total::text AS total, decimals, purged_at IS NOT NULL AS "isPurged",
            tokens IS NOT NULL AS "hasTokens"
     FROM lists WHERE drop_id = $1 AND kind = $2 AND name = $3 AND (version = $4 OR ($4 IS NULL AND in_force))`,
    [dropId, kind, name, version],
  );
  if (found?.hasTokens === true) throw new ListVersionError(of, 'tokens', found.version);
  if (found?.isPurged === true) throw new ListVersionError(of, 'purged', found.version);
  if (found !== undefined) return found;
  if (!(await new DropRepository(sql).exists(dropId))) throw new ListDropError(dropId, 'unknown');
  throw new ListVersionError(of, version === null ? 'not_active' : 'unknown', version);
}

const present = ({ version, wallets, total, decimals }: FoundVersion): ComparedVersion => ({
  version,
  wallets,
  total,
  decimals,
});
