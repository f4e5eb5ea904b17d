/** Statements after which a program of the former release fails; each alone in its text, without comments. */
const CONTRACTING: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|VIEW|SEQUENCE|TYPE|SCHEMA)\b/i, 'drops what the former release uses'],
  [/\bDROP\s+(FUNCTION|PROCEDURE)\b/i, 'drops a function'],
  [/\bALTER\s+TABLE\b[^]*\bDROP\s+COLUMN\b/i, 'drops a column'],
  [/\bRENAME\b/i, 'renames'],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes the type of a column'],
  [/\bSET\s+NOT\s+NULL\b/i, 'rejects null where the former release writes it'],
];

/** A new column of an existing table that each insertion has to name. */
const ADDED_COLUMN =
  /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?!CONSTRAINT\b|CHECK\b|PRIMARY\b|FOREIGN\b|UNIQUE\b)"?\w+"?\s[^,;]*?\bNOT\s+NULL\b[^,;]*/gi;

/**
 * Reasons for which programs of the former release may fail on the schema after a migration; none if it only expands the schema
 * (docs/upgrading.md).
 *
 * @param sql - text of the file.
 */
export function contractions(sql: string): string[] {
  return statementsOf(sql).flatMap((statement) => [
    ...CONTRACTING.filter(([pattern]) => pattern.test(statement)).map(([, reason]) => reason),
    ...(isAlterTable(statement) ? (statement.match(ADDED_COLUMN) ?? []) : [])
      .filter((column) => !/\b(DEFAULT|GENERATED)\b|\b(small|big)?serial\b/i.test(column))
      .map(() => 'adds a column that the former release does not write'),
  ]);
}

const isAlterTable = (statement: string): boolean => /\bALTER\s+TABLE\b/i.test(statement);

/** Statements without comments and without the bodies of functions, which run later. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .split(';');
}
