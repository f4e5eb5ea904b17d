import { types } from 'node:util';

/** Reason for which a database cannot be used, for the operator. The message is one sentence: the problem and the mend. */
export interface DatabaseFault {
  /** `database_unavailable`: a retry may succeed; `database_refused`: it will not. */
  readonly code: 'database_unavailable' | 'database_refused';
  readonly problem: string;
  /** Action that fixes it, as a part of a sentence. */
  readonly mend: string;
}

/** Problem and mend. */
type Words = readonly [string, string];

/** Faults that a retry may overcome, by the error code of the system or of PostgreSQL (appendix A of its manual). */
const UNAVAILABLE: Readonly<Record<string, Words>> = {
  ECONNLASTING: ['connection refused', 'check host and port of DATABASE_URL, and that PostgreSQL is running'],
  ENOTFOUND: ['the host name does not resolve', 'check the host in DATABASE_URL'],
  EAI_AGAIN: ['the name lookup of the host failed temporarily', 'check the host in DATABASE_URL, and the name servers'],
  ETIMEDOUT: ['the connection timed out', 'check host and port of DATABASE_URL, and the firewall'],
  EHOSTUNREACH: ['the host is unreachable', 'check the host in DATABASE_URL, and the network'],
  ECONNRESET: ['the server closed the connection', 'check that PostgreSQL listens on the port of DATABASE_URL'],
  ENOENT: ['its socket does not exist', 'check the host in DATABASE_URL, and that PostgreSQL is running'],
  '25006': ['it is read-only', 'set DATABASE_URL to the primary, and default_transaction_read_only to off'],
  '53300': ['the server accepts no more connections', 'raise its max_connections, or lower DATABASE_POOL_SIZE'],
  '53100': ['its disk is full', 'free space on the server'],
  '57P03': ['the server is starting or stopping', 'wait, and try again'],
};

/** Faults that a retry does not overcome. */
const LASTING: Readonly<Record<string, Words>> = {
  '28P01': ['the password is wrong', 'check user and password in DATABASE_URL'],
  '28000': ['the role may not log in', 'check the user in DATABASE_URL, and pg_hba.conf'],
  '3D000': ['the database does not exist', 'create it, or check the name in DATABASE_URL'],
  '42501': ['the role lacks a permission', 'make it the owner of the database: ALTER DATABASE … OWNER TO …'],
};

/** Errors of the driver without a code, by their message; those of a wrong setting last. */
const WITHOUT_CODE: readonly (readonly [RegExp, DatabaseFault['code'], ...Words])[] = [
  [/client password must be a string/, 'database_refused', 'a password is required', 'add it to DATABASE_URL'],
  [
    /does not support SSL/i,
    'database_refused',
    'the server offers no encryption',
    'turn `ssl` on there, or remove `sslmode` from DATABASE_URL',
  ],
  [
    /certificate|SSL/i,
    'database_refused',
    'its certificate is not accepted',
    'add `sslrootcert` with the file of its authority to DATABASE_URL',
  ],
  [/^timeout expired|connection timeout|read timeout/i, 'database_unavailable', ...(UNAVAILABLE['ETIMEDOUT'] as Words)],
  [/^Connection terminated/, 'database_unavailable', ...(UNAVAILABLE['ECONNRESET'] as Words)],
];

/** An `Error` of any realm: tests run in one of their own. */
const { isNativeError } = types;

/**
 * Explains an error of the driver, of the system, or of this library.
 *
 * @returns null for an error that has nothing to do with the database.
 */
export function explainDatabaseFault(error: unknown, depth = 0): DatabaseFault | null {
  if (!isNativeError(error) || depth > 4) return null;
  const { name, message } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const quoted = (problem: string): string => `The database cannot be used: ${problem}${message && ` (${message})`}`;
  if (name === 'DatabaseUnavailableError') {
    const unknown = { code: 'database_unavailable', problem: 'The database cannot be used: no response' } as const;
    return explainDatabaseFault(error.cause, depth + 1) ?? { ...unknown, mend: 'check that PostgreSQL is running' };
  }
  for (const [kind, table] of [
    ['database_unavailable', UNAVAILABLE],
    ['database_refused', LASTING],
  ] as const) {
    const words = table[code];
    if (words !== undefined) return { code: kind, problem: quoted(words[0]), mend: words[1] };
  }
  const known = WITHOUT_CODE.find(([pattern]) => pattern.test(message));
  if (known !== undefined) return { code: known[1], problem: quoted(known[2]), mend: known[3] };
  if (name === 'DatabaseRejectedError') {
    const problem = `The database rejected a statement: ${message} (${code})`;
    return { code: 'database_refused', problem, mend: 'run `droptrack doctor` to diagnose it' };
  }
  const inner = 'errors' in error && Array.isArray(error.errors) ? (error.errors[0] as unknown) : error.cause;
  return explainDatabaseFault(inner, depth + 1);
}
