import { DatabaseRejectedError, DatabaseUnavailableError } from './database-error';

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
  ECONNREFUSED: ['connection refused', 'check host and port of DATABASE_URL, and that PostgreSQL is running'],
  ENOTFOUND: ['the host name does not resolve', 'check the host in DATABASE_URL'],
  EAI_AGAIN: ['the name lookup of the host failed temporarily', 'check the host in DATABASE_URL, and the name servers'],
  ETIMEDOUT: ['the connection timed out', 'check host and port of DATABASE_URL, and the firewall'],
  EHOSTUNREACH: ['the host is unreachable', 'check the host in DATABASE_URL, and the network'],
  ECONNRESET: ['the server closed the connection', 'check that PostgreSQL listens on the port of DATABASE_URL'],
  ENOENT: ['its socket does not exist', 'check the host in DATABASE_URL, and that PostgreSQL is running'],
  PROCESS_STALLED: ['this machine is too busy', 'free processor time on it, and start again'],
  '25006': ['it is read-only', 'set DATABASE_URL to the primary, and default_transaction_read_only to off'],
  '53300': ['the server accepts no more connections', 'raise its max_connections, or lower DATABASE_POOL_SIZE'],
  '53100': ['its disk is full', 'free space on the server'],
  '57P03': ['the server is starting or stopping', 'wait, and try again'],
};

/** Faults of the driver that a retry may overcome, by their message: they have no code. */
const UNAVAILABLE_MESSAGES: readonly (readonly [RegExp, Words])[] = [
  [
    /^timeout e|connection timeout|read timeout/i,
    [
      'it did not respond in time',
      'check host and port of DATABASE_URL, that PostgreSQL is running, the firewall, and the load of both machines',
    ],
  ],
  [/^Connection terminated/, UNAVAILABLE['ECONNRESET'] as Words],
];

const NO_RESPONSE: Words = ['no response', 'check that PostgreSQL is running'];

/** Faults that a retry does not overcome. */
const LASTING: Readonly<Record<string, Words>> = {
  '28P01': ['the password is wrong', 'check user and password in DATABASE_URL'],
  '28000': ['the role may not log in', 'check the user in DATABASE_URL, and pg_hba.conf'],
  '3D000': ['the database does not exist', 'create it, or check the name in DATABASE_URL'],
  '42501': [
    'the role lacks a permission',
    'grant it, or make the role the owner of the database: ALTER DATABASE … OWNER TO …',
  ],
};

/** Such faults of the driver, of TLS and of its files, by their message; the last one fits any other certificate. */
const LASTING_MESSAGES: readonly (readonly [RegExp, Words])[] = [
  [/password must be a string/, ['a password is required', 'add it to DATABASE_URL']],
  [
    /, open '/,
    ['a file of its settings cannot be read', 'check `sslrootcert`, `sslcert` and `sslkey` in DATABASE_URL'],
  ],
  [
    /does not support SSL/i,
    ['the server offers no encryption', 'turn `ssl` on there, or remove `sslmode` from DATABASE_URL'],
  ],
  [/has expired/, ['its certificate has expired', 'renew it on the server']],
  [/altnames/, ['its certificate is for another host', 'set the host in DATABASE_URL to a name in the certificate']],
  [
    /certificate|SSL/i,
    ['its certificate is not accepted', 'add `sslrootcert` with the file of its authority to DATABASE_URL'],
  ],
];

const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Explains an error of this library: {@link DatabaseUnavailableError} and {@link DatabaseRejectedError}. The same code of the
 * system in another error may come from any other connection.
 *
 * @returns null for other errors.
 */
export function explainDatabaseFault(error: unknown): DatabaseFault | null {
  if (error instanceof DatabaseUnavailableError) {
    const { code = '', message = '' } = (error.cause ?? {}) as { readonly code?: string; readonly message?: string };
    const words = UNAVAILABLE[code] ?? wordsOf(message, UNAVAILABLE_MESSAGES) ?? NO_RESPONSE;
    return describe('database_unavailable', words, message);
  }
  if (!(error instanceof DatabaseRejectedError)) return null;
  const { code, message } = error;
  const words = SQLSTATE.test(code) ? LASTING[code] : wordsOf(message, LASTING_MESSAGES);
  if (words) return describe('database_refused', words, message);
  const problem = `The database rejected a statement: ${message} (${code})`;
  return { code: 'database_refused', problem, mend: 'run `droptrack doctor` to diagnose it' };
}

const wordsOf = (message: string, table: readonly (readonly [RegExp, Words])[]): Words | null =>
  table.find(([pattern]) => pattern.test(message))?.[1] ?? null;

/** Remedy that Node 24 and newer append to the message of TLS. The fault has its own. */
const REMEDY_OF_NODE = /; if the root CA is installed locally, .*$/;

/** @param message - of the server or of the system; may be empty. */
function describe(code: DatabaseFault['code'], [problem, mend]: Words, message: string): DatabaseFault {
  const quoted = message.replace(REMEDY_OF_NODE, '');
  return { code, problem: `The database cannot be used: ${problem}${quoted && ` (${quoted})`}`, mend };
}
