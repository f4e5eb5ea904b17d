import { resolve } from 'node:path';
import { ApiError, type Droptrack, type SnapshotRows, SnapshotTruncatedError } from '@droptrack/sdk';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { count, size } from '../../output/format';
import { fileFault } from '../../output/file-fault';
import type { SnapshotKind } from './file/columns';
import { findListFacts } from './file/list-facts';
import { PartFile } from './file/part-file';
import { putInPlace } from './file/place';
import { explainFailure } from '../../session/api-client';
import type { InterruptibleSession, Session } from '../../session/session';

export interface PullSnapshot {
  readonly what: SnapshotKind;
  /** Null for `drops`. */
  readonly dropId: string | null;
  /** Name of an allocation list; null for the unnamed one. */
  readonly list: string | null;
  /** File to write. */
  readonly out: string;
  readonly csv: boolean;
  readonly parquet: boolean;
  /** RFC 3339, like `from` and `to`. */
  readonly asOf: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

type PullSession = InterruptibleSession &
  Pick<Session, 'cwd'> & {
    readonly client: Pick<Droptrack, 'snapshots' | 'drops'>;
    /** Largest file of rows, in bytes. */
    readonly bytesMax?: number;
  };

/** Largest file of rows, four times that of a list of 100 million wallets: a response can expand a thousand times. */
const BYTES_MAX = 64 * 2 ** 30;
/** Maximum number of aborted transfers in a row that yielded no row. */
const FRUITLESS_MAX = 3;
/** Characters per write. */
const WRITE_LENGTH = 256 * 1024;
const PROGRESS_ROWS = 20_000;

/** Downloads a snapshot, verifies that it is complete, and replaces the file. */
export async function pullSnapshot(args: PullSnapshot, session: PullSession): Promise<number> {
  assertArguments(args);
  const { what, dropId, list, out, asOf, from, to } = args;
  const path = resolve(session.cwd, out);
  const part = new PartFile(
    `${path}.part`,
    JSON.stringify({ what, dropId, ...(list !== null && { list }), asOf, from, to }),
  );
  let isOpen = false;
  try {
    await part.open(session.signal);
    isOpen = true;
    if (part.rows > 0) session.output.note(`Resuming ${out}.part after ${count(part.rows, 'row')}`);
    session.output.progress('Requesting the snapshot …');
    await pullAll(part, args, session);
    const format = args.parquet ? 'parquet' : args.csv ? 'csv' : 'ndjson';
    const facts = await findListFacts({ ...args, format }, part.head.version, session);
    session.output.progress(`Verifying and writing ${count(part.rows, 'row')} …`);
    const placed = await putInPlace(part, { ...args, path, format, facts, signal: session.signal });
    const document = { what, drop: dropId, list, file: out, ...placed, as_of: part.head.asOf, version: part.head.version }; // prettier-ignore
    session.output.result(document, `${out}: ${count(placed.rows, 'row')}, sha256 ${placed.sha256}`);
    return EXIT.done;
  } catch (error) {
    const keeps = isOpen ? part.rows > 0 && !isTooLarge(error) : session.signal.aborted;
    await (keeps ? part.close() : part.remove());
    throw session.signal.aborted && error === session.signal.reason ? interrupted() : explained(error, args);
  }
}

/** Resumes after each aborted transfer, as long as rows arrive. */
async function pullAll(part: PartFile, args: PullSnapshot, session: PullSession): Promise<void> {
  for (let fruitless = 0; ;) {
    const had = part.rows;
    try {
      return await pullOnce(part, args, session);
    } catch (error) {
      if (isOtherList(error) && had > 0 && part.rows === had) {
        session.output.note('The list has changed; starting over');
        await part.restart();
        continue;
      }
      if (error instanceof SnapshotTruncatedError && !error.isCut) await part.restart();
      else if (part.rows > 0) await part.checkpoint();
      fruitless = part.rows > had ? 0 : fruitless + 1;
      const canGoOn = error instanceof SnapshotTruncatedError && error.isCut && fruitless < FRUITLESS_MAX;
      if (!canGoOn || session.signal.aborted) throw error;
      session.output.note(`The transfer was aborted after ${count(part.rows, 'row')}; resuming`);
    }
  }
}

async function pullOnce(part: PartFile, args: PullSnapshot, session: PullSession): Promise<void> {
  const { client, output, signal, bytesMax = BYTES_MAX } = session;
  const rows = requested(part, args, client, signal);
  const { asOf, version } = await rows.head();
  if (part.rows === 0) part.begin({ asOf, version });
  let [text, pending, last] = ['', 0, ''];
  const put = async (): Promise<void> => {
    if (pending > 0) await part.add(text, pending, last);
    if (part.bytes > bytesMax) throw tooLarge(bytesMax);
    [text, pending] = ['', 0];
  };
  try {
    for await (const line of rows.lines()) {
      text += `${line.text}\n`;
      pending += 1;
      last = rowKey(line.row);
      if ((part.rows + pending) % PROGRESS_ROWS === 0) output.progress(`Downloading … ${part.rows + pending} rows`);
      if (text.length >= WRITE_LENGTH) await put();
    }
  } finally {
    await put();
  }
}

type Row = { readonly id: string } | { readonly t: string } | { readonly wallet: string };

/** Sort key of a row. */
const rowKey = (row: Row): string => ('id' in row ? row.id : 't' in row ? row.t : row.wallet);

/** The snapshot, or the rest of it at the same instant, or of the same version of the list. */
function requested(
  { rows, last, head }: PartFile,
  { what, dropId, list, asOf, from, to }: PullSnapshot,
  { snapshots }: PullSession['client'],
  signal: AbortSignal,
): SnapshotRows<Row> {
  const id = dropId ?? '';
  const behind = last === null ? {} : { after: last };
  if (what === 'drops') {
    const instant = rows > 0 ? head.asOf : asOf;
    return snapshots.drops({ ...behind, ...(instant !== null && { as_of: instant }) }, { signal });
  }
  if (what === 'hype') {
    return snapshots.hype(id, { ...behind, ...(from !== null && { from }), ...(to !== null && { to }) }, { signal });
  }
  const { version } = head;
  const query = { ...(list !== null && { list }), ...behind, ...(rows > 0 && version !== null && { version }) };
  return snapshots.allocations(id, query, { signal });
}

const isOtherList = (error: unknown): boolean => error instanceof ApiError && error.code === 'list_not_found';

/** @throws {CliError} for a combination of arguments that is not supported. */
function assertArguments({ what, dropId, list, asOf, from, to, out }: PullSnapshot): void {
  const reject = (message: string): never => {
    throw new CliError(INVALID_ARGUMENT, message);
  };
  if (out === '-' || out === '/dev/stdout')
    reject('--out must name a file: the rows are verified on disk before the file is replaced');
  if (what === 'drops' && dropId !== null)
    reject('A snapshot of drops always contains all drops: remove the drop argument');
  if (what !== 'drops' && dropId === null) reject(`The drop is missing: droptrack snapshots pull ${what} <drop>`);
  if (what !== 'allocations' && list !== null) reject('--list applies only to allocations');
  if (what !== 'drops' && asOf !== null) reject('--as-of applies only to drops');
  if (what !== 'hype' && (from !== null || to !== null)) reject('--from and --to apply only to hype');
}

const TOO_LARGE = 'snapshot_too_large';
const isTooLarge = (error: unknown): boolean => error instanceof CliError && error.code === TOO_LARGE;
const tooLarge = (bytesMax: number): CliError =>
  new CliError(TOO_LARGE, `The snapshot has more than ${size(bytesMax)}, and was discarded: no list is that large`, {
    hint: 'Check DROPTRACK_BASE_URL: is that a service that you trust?',
  });
const interrupted = (): CliError => new CliError('interrupted', 'Interrupted', { hint: KEPT });

const KEPT = 'The received rows are kept; run the command again to resume.';

/** Converts an error of the SDK or the file system into a {@link CliError}. */
function explained(error: unknown, { out }: PullSnapshot): unknown {
  if (error instanceof SnapshotTruncatedError && !error.isCut) {
    return new CliError(error.code, 'The downloaded rows do not match the checksum of the API, and were discarded', {
      cause: error,
    });
  }
  const fault = fileFault(error);
  if (fault !== null) return new CliError('cannot_write', `${out} cannot be written: ${fault}`, { cause: error });
  return explainFailure(error, { hint: KEPT });
}
