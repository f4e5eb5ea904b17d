import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { CliError } from '../output/cli-error';
import { fileFault } from '../output/file-fault';
import { isAlive } from '../session/process-watch';

/** The running service of a home, for other commands. Contains a password: mode 0600, never printed. */
export interface ServiceRecord {
  /** Process id of `droptrack up`. */
  readonly pid: number;
  readonly startedAt: string;
  /** Null while it is starting. */
  readonly apiUrl: string | null;
  readonly databaseUrl: string | null;
  /** Null while it is starting, and for a service without an explorer. */
  readonly explorerUrl: string | null;
}

/** Addresses of a running service. */
type Addresses = Pick<ServiceRecord, 'explorerUrl'> & { readonly apiUrl: string; readonly databaseUrl: string };

/** The right to be the only service of a home. */
interface ServiceClaim {
  /** Publishes the addresses of the service to other commands. */
  publish(addresses: Addresses): Promise<void>;
  release(): Promise<void>;
}

const fileOf = (home: string): string => join(home, 'service.json');

/**
 * Makes this process the only service of a home.
 *
 * @throws {CliError} `already_running`, with process id and address of the running service; `home_unusable`.
 */
export async function claimService(home: string, now: Date): Promise<ServiceClaim> {
  await makeHome(home).catch((cause: NodeJS.ErrnoException) => {
    throw homeUnusable(`The directory ${home} cannot be created`, cause);
  });
  const mine: ServiceRecord = {
    pid: process.pid,
    startedAt: now.toISOString(),
    apiUrl: null,
    databaseUrl: null,
    explorerUrl: null,
  };
  await writeFirst(home, mine);
  const file = fileOf(home);
  return {
    async publish(addresses) {
      const partial = `${file}.${process.pid}`;
      await writeFile(partial, serialise({ ...mine, ...addresses }), { mode: 0o600 });
      await rename(partial, file);
    },
    release: () => rm(file, { force: true }),
  };
}

/** With its parents. Node reports a read-only file system as ENOENT then; for a single directory it states the reason. */
const makeHome = (home: string): Promise<unknown> =>
  mkdir(home, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return mkdir(home);
  });

/** Running service of a home; null if there is none, even if a killed one left its file. */
export async function readService(home: string): Promise<ServiceRecord | null> {
  const text = await readFile(fileOf(home), 'utf8').catch(() => null);
  const record = text === null ? null : parse(text);
  return record !== null && (await isService(record.pid)) ? record : null;
}

/** Creates the file exclusively, as several services may start at once; a stale file is removed, once. */
async function writeFirst(home: string, record: ServiceRecord, isRetry = false): Promise<void> {
  const failure = await writeFile(fileOf(home), serialise(record), { flag: 'wx', mode: 0o600 }).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
  if (failure === null) return;
  if (failure.code !== 'EEXIST' || isRetry) {
    throw homeUnusable(`${fileOf(home)} cannot be written`, failure);
  }
  const running = await readService(home);
  if (running !== null) throw alreadyRunning(running);
  await rm(fileOf(home), { force: true });
  await writeFirst(home, record, true);
}

/** Reasons without a mend: the hint is the mend. */
const REASONS = { EROFS: 'the file system is read-only', ENOSPC: 'the disk is full', EDQUOT: 'the quota is used up' };

function homeUnusable(problem: string, cause: NodeJS.ErrnoException): CliError {
  const hint = 'Set DROPTRACK_HOME to a writable directory.';
  return new CliError('home_unusable', `${problem}: ${fileFault(cause, REASONS) ?? cause.message}`, { hint, cause });
}

function alreadyRunning({ pid, apiUrl }: ServiceRecord): CliError {
  const where = apiUrl === null ? 'and is starting' : `at ${apiUrl}`;
  return new CliError('already_running', `Droptrack is already running: process ${pid}, ${where}`, {
    hint: `Stop it with Ctrl-C in its terminal, or run: kill ${pid}`,
    details: { pid, api_url: apiUrl },
  });
}

/**
 * True if a process is a service of Droptrack. Containers reuse a few process ids, our own included, so the command of the
 * process decides where the system shows it.
 */
async function isService(pid: number): Promise<boolean> {
  if (pid === process.pid || !isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  // Without the path of Node, which can be in a folder of that name.
  const args = command?.split('\0').slice(1).join('\0');
  return args === undefined || /droptrack|cli[\\/]main\.js/.test(args);
}

const serialise = (record: ServiceRecord): string => `${JSON.stringify(record, null, 2)}\n`;

/** Null for a truncated file: its writer was killed. */
function parse(text: string): ServiceRecord | null {
  try {
    const record = JSON.parse(text) as ServiceRecord;
    return Number.isInteger(record.pid) ? record : null;
  } catch {
    return null;
  }
}
