/** Statements after which a program of the former release fails; each alone in its text, without comments and strings. */
const CONTRACTING: readonly (readonly [RegExp, string])[] = [
  // An index, a constraint or a NOT NULL that is gone forbids nothing.
  [/\bDROP\s+(?!INDEX\b|CONSTRAINT\b|NOT\s+NULL\b)/i, 'drops what the former release uses'],
  [/\bRENAME\b/i, 'renames'],
  [/\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes the type of a column'],
  [/\bSET\s+NOT\s+NULL\b/i, 'rejects null where the former release writes it'],
  [/^\s*(DELETE\s+FROM|TRUNCATE)\b/i, 'deletes rows that the former release uses'],
];

const ADDED_COLUMN = /^ADD\s+(?!CONSTRAINT\b|CHECK\b|PRIMARY\b|FOREIGN\b|UNIQUE\b|EXCLUDE\b)/i;
const ADDED_CONSTRAINT = /^ADD\s+(?:CONSTRAINT\s+"?(\w+)"?\s+)?(?:CHECK|PRIMARY|FOREIGN|UNIQUE|EXCLUDE)\b/i;
const CREATED_VIEW = /\bCREATE\s+VIEW\s+"?(\w+)"?/i;
const RENAMED_TABLE = /^\s*ALTER\s+TABLE\s+"?(\w+)"?\s+RENAME\s+TO\s+"?(\w+)"?\s*$/i;
const RENAMED_COLUMN = /^\s*ALTER\s+TABLE\s+"?(\w+)"?\s+RENAME\s+COLUMN\s+"?(\w+)"?\s+TO\s+"?(\w+)"?\s*$/i;
const CREATED_TABLE = /\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi;

/**
 * Reasons for which programs of the former release may fail on the schema after a migration; none if it only expands the schema
 * (docs/upgrading.md). A constraint that replaces one of the same name in one statement counts as an expansion, and so does
 * a table that is renamed and remains as a view of its name, with the names of its columns: simple views can be written.
 *
 * @param sql - text of the file.
 */
export function contractions(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = new Set(statements.flatMap((text) => [...text.matchAll(CREATED_TABLE)].map(([, table]) => table)));
  const isKept = keptByViews(statements);
  return statements.flatMap((statement) => [
    ...(isKept(statement) ? [] : CONTRACTING)
      .filter(([pattern]) => pattern.test(statement))
      .map(([, reason]) => reason),
    ...additions(statement, (table) => created.has(table)),
  ]);
}

/** Finds renames of tables and columns that a view of the former names keeps. */
function keptByViews(statements: readonly string[]): (statement: string) => boolean {
  const views = new Map(statements.map((text) => [CREATED_VIEW.exec(text)?.[1] ?? '', text]));
  const viewOf = new Map<string, string>();
  for (const text of statements) {
    const [, from = '', to = ''] = RENAMED_TABLE.exec(text) ?? [];
    const view = views.get(from);
    if (from !== '' && view !== undefined) viewOf.set(to, view);
  }
  return (statement) => {
    const [, , renamedTo = ''] = RENAMED_TABLE.exec(statement) ?? [];
    if (viewOf.has(renamedTo)) return true;
    const [, table = '', from = '', to = ''] = RENAMED_COLUMN.exec(statement) ?? [];
    return to !== '' && new RegExp(`\\b${to}\\s+AS\\s+${from}\\b`, 'i').test(viewOf.get(table) ?? '');
  };
}

/** Additions to existing tables that the former release may violate. */
function additions(statement: string, isNew: (table: string) => boolean): string[] {
  const unique = /\bCREATE\s+UNIQUE\s+INDEX\b[^]*?\bON\s+"?(\w+)"?/i.exec(statement)?.[1];
  if (unique !== undefined) return isNew(unique) ? [] : ['rejects rows that the former release writes'];
  const [head, table] = /^\s*ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?"?(\w+)"?/i.exec(statement) ?? [];
  if (head === undefined || table === undefined || isNew(table)) return [];
  return clausesOf(statement.slice(head.length)).flatMap((clause) => {
    if (ADDED_COLUMN.test(clause))
      return isWritten(clause) ? [] : ['adds a column that the former release does not write'];
    const [added, name] = ADDED_CONSTRAINT.exec(clause) ?? [];
    const isReplaced =
      name !== undefined && new RegExp(`\\bDROP\\s+CONSTRAINT\\s+(IF\\s+EXISTS\\s+)?"?${name}\\b`, 'i').test(statement);
    return added === undefined || isReplaced ? [] : ['rejects rows that the former release writes'];
  });
}

/** True for a column that has a value in rows of a program that does not know it. */
const isWritten = (column: string): boolean =>
  !/\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b/i.test(column) || /\b(DEFAULT|GENERATED)\b|\b(small|big)?serial\b/i.test(column);

/** Parts of a statement between commas, apart from those inside parentheses. */
const clausesOf = (text: string): string[] =>
  (text.match(/(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^,()])+/g) ?? []).map((clause) => clause.trim());

/** Statements without comments, strings and the bodies of functions, which run later. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$|\/\*[^]*?\*\/|\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'/gm, (text) =>
      /^['$]/.test(text) ? "''" : ' ',
    )
    .split(';');
}
