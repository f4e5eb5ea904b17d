import { MigrationError, SchemaError } from './schema-error';

/** A version of the program, and the migrations that it knows. */
export interface Release {
  /** Such as `0.1.0`. */
  readonly version: string;
  /** Directory of the migrations, `prisma/migrations`. */
  readonly migrations: string;
}

/** Difference between the migrations of a database and those of a program. Both lists are ordered, oldest first. */
interface SchemaState {
  /** Migrations of the program that the database lacks. */
  readonly pending: readonly string[];
  /** Migrations of later versions, which this program can run on: they only expand the schema. */
  readonly newer: readonly string[];
}

/**
 * Compares the migrations of a database with those of a program.
 *
 * A migration that this program does not know belongs to a later version. It only expands the schema, unless its name ends
 * with the version that it needs: `20270301120000_drop_old_scores_needs_0_3_0`. So a program of the former release can start
 * during an upgrade (docs/decisions/0048-commands-and-schema.md).
 *
 * @param applied - names of the applied migrations.
 * @param known - names of the migrations of the program.
 * @throws {SchemaError} `database_newer` when a later migration needs a later version than `version`.
 * @throws {MigrationError} `missing` when the two have diverged: each has a migration that the other lacks.
 */
export function compareSchema(applied: readonly string[], known: readonly string[], version: string): SchemaState {
  const [ours, theirs] = [new Set(known), new Set(applied)];
  const pending = known.filter((name) => !theirs.has(name));
  const newer = applied.filter((name) => !ours.has(name)).sort();
  const [first] = newer;
  if (first !== undefined && pending.length > 0) {
    throw new MigrationError(
      'missing',
      first,
      `was applied, but this version (${version}) does not have it, and lacks others in turn; ` +
        'install the version that the database was last used with, or a later one',
    );
  }
  const needed = newest(newer.flatMap((name) => neededVersion(name) ?? []));
  if (needed !== null && isBefore(version, needed)) {
    const problem = `The database needs Droptrack ${needed} or later, and this is ${version}`;
    throw new SchemaError('database_newer', problem, `install version ${needed} or later`, newer);
  }
  return { pending, newer };
}

/** Oldest version that can run on the schema after a migration; null if each can. */
function neededVersion(migration: string): string | null {
  const [, ...numbers] = /_needs_(\d+)_(\d+)_(\d+)$/.exec(migration) ?? [];
  return numbers.length === 0 ? null : numbers.join('.');
}

const newest = (versions: readonly string[]): string | null =>
  versions.reduce<string | null>((most, version) => (most === null || isBefore(most, version) ? version : most), null);

/** True if a version is before another one: `0.9.0` before `0.10.0`. A suffix, as of a pre-release, is ignored. */
function isBefore(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split(/[.+-]/).map(Number));
  const at = [0, 1, 2].find((part) => a?.[part] !== b?.[part]);
  return at !== undefined && Number(a?.[at]) < Number(b?.[at]);
}
