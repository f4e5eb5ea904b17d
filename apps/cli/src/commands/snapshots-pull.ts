import { ApiError, type Droptrack, type SnapshotRows, SnapshotTruncatedError } from '@droptrack/sdk';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { count } from '../output/format';
import { fileFault } from '../output/file-fault';
import type { Output } from '../output/output';
import type { SnapshotKind } from '../snapshots/columns';
import { findListFacts } from '../snapshots/list-facts';
import { PartFile } from '../snapshots/part-file';
import { putInPlace, type SnapshotFormat } from '../snapshots/place';
import { explainFailure } from './api-client';

export interface PullArguments {
  readonly what: SnapshotKind;
  /** Null for `drops`. */
  readonly dropId: string | null;
  /** Name of an allocation list; null for the unnamed one. */
  readonly list: string | null;
  /** Absolute. */
  readonly path: string;
  /** As given by the caller. */
  readonly file: string;
  readonly format: SnapshotFormat;
  /** RFC 3339, like `from` and `to`; null if not given. */
  readonly asOf: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

interface PullDeps {
  readonly client: Pick<Droptrack, 'snapshots' | 'drops'>;
  readonly output: Output;
  /** Aborts the download; the received rows are kept. */
  readonly signal: AbortSignal;
}

/** Maximum number of aborted transfers in a row that yielded no row. */
const FRUITLESS_MAX = 3;
/** Characters per write. */
const WRITE_LENGTH = 256 * 1024;
const PROGRESS_ROWS = 20_000;

/** Downloads a snapshot, verifies that it is complete, and replaces the file. */
export async function pullSnapshot(args: PullArguments, deps: PullDeps): Promise<number> {
  assertArguments(args);
  const { what, dropId, list, asOf, from, to } = args;
  const part = new PartFile(
    `${args.path}.part`,
    JSON.stringify({ what, dropId, ...(list !== null && { list }), asOf, from, to }),
  );
  try {
    await part.open();
    if (part.rows > 0) deps.output.note(`Resuming ${args.file}.part after ${count(part.rows, 'row')}`);
    deps.output.progress('Requesting the snapshot …');
    await pullAll(part, args, deps);
    const facts = await findListFacts(args, part.head.version, deps);
    deps.output.progress(`Verifying and writing ${count(part.rows, 'row')} …`);
    const placed = await putInPlace(part, { ...args, facts });
    const document = { what, drop: dropId, list, file: args.file, ...placed, as_of: part.head.asOf, version: part.head.version }; // prettier-ignore
    deps.output.result(document, `${args.file}: ${count(placed.rows, 'row')}, sha256 ${placed.sha256}`);
    return EXIT.done;
  } catch (error) {
    await (part.rows > 0 ? part.close() : part.remove());
    throw explained(error, args);
  }
}

/** Resumes after each aborted transfer, as long as rows arrive. */
async function pullAll(part: PartFile, args: PullArguments, deps: PullDeps): Promise<void> {
  for (let fruitless = 0; ;) {
    const had = part.rows;
    try {
      return await pullOnce(part, args, deps);
    } catch (error) {
      if (isOtherList(error) && had > 0 && part.rows === had) {
        deps.output.note('The list has changed; starting over');
        await part.restart();
        continue;
      }
      if (error instanceof SnapshotTruncatedError && !error.isCut) await part.restart();
      else if (part.rows > 0) await part.checkpoint();
      fruitless = part.rows > had ? 0 : fruitless + 1;
      const canGoOn = error instanceof SnapshotTruncatedError && error.isCut && fruitless < FRUITLESS_MAX;
      if (!canGoOn || deps.signal.aborted) throw error;
      deps.output.note(`The transfer was aborted after ${count(part.rows, 'row')}; resuming`);
    }
  }
}

async function pullOnce(part: PartFile, args: PullArguments, { client, output, signal }: PullDeps): Promise<void> {
  const rows = requested(part, args, client, signal);
  const { asOf, version } = await rows.head();
  if (part.rows === 0) part.begin({ asOf, version });
  let [text, pending, last] = ['', 0, ''];
  const put = async (): Promise<void> => {
    if (pending > 0) await part.add(text, pending, last);
    [text, pending] = ['', 0];
  };
  try {
    for await (const line of rows.lines()) {
      text += `${line.text}\n`;
      pending += 1;
      last = keyOf(line.row);
      if ((part.rows + pending) % PROGRESS_ROWS === 0) output.progress(`Downloading … ${part.rows + pending} rows`);
      if (text.length >= WRITE_LENGTH) await put();
    }
  } finally {
    await put();
  }
}

type Row = { readonly id: string } | { readonly t: string } | { readonly wallet: string };

/** Sort key of a row. */
const keyOf = (row: Row): string => ('id' in row ? row.id : 't' in row ? row.t : row.wallet);

/** The snapshot, or the rest of it at the same instant, or of the same version of the list. */
function requested(
  { rows, last, head }: PartFile,
  { what, dropId, list, asOf, from, to }: PullArguments,
  { snapshots }: PullDeps['client'],
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
function assertArguments({ what, dropId, list, asOf, from, to, file }: PullArguments): void {
  const reject = (message: string): never => {
    throw new CliError(INVALID_ARGUMENT, message);
  };
  if (file === '-' || file === '/dev/stdout')
    reject('--out must name a file: the rows are verified on disk before the file is replaced');
  if (what === 'drops' && dropId !== null)
    reject('A snapshot of drops always contains all drops: remove the drop argument');
  if (what !== 'drops' && dropId === null) reject(`The drop is missing: droptrack snapshots pull ${what} <drop>`);
  if (what !== 'allocations' && list !== null) reject('--list applies only to allocations');
  if (what !== 'drops' && asOf !== null) reject('--as-of applies only to drops');
  if (what !== 'hype' && (from !== null || to !== null)) reject('--from and --to apply only to hype');
}

const KEPT = 'The received rows are kept; run the command again to resume.';

/** Converts an error of the SDK or the file system into a {@link CliError}. */
function explained(error: unknown, { file }: PullArguments): unknown {
  if (error instanceof SnapshotTruncatedError && !error.isCut) {
    return new CliError(error.code, 'The downloaded rows do not match the checksum of the API, and were discarded', {
      cause: error,
    });
  }
  const fault = fileFault(error);
  if (fault !== null) return new CliError('cannot_write', `${file} cannot be written: ${fault}`, { cause: error });
  return explainFailure(error, { hint: KEPT });
}
