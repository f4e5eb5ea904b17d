import { ApiError, type Droptrack, DroptrackError, type SnapshotRows, SnapshotTruncatedError } from '@droptrack/sdk';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { count } from '../output/count';
import type { Output } from '../output/output';
import { PartFile } from './snapshots-part';
import { putInPlace } from './snapshots-place';

export interface PullArguments {
  readonly what: 'drops' | 'hype' | 'allocations';
  /** Null for `drops`. */
  readonly dropId: string | null;
  /** Absolute. */
  readonly path: string;
  /** As the caller wrote it. */
  readonly file: string;
  readonly csv: boolean;
  /** RFC 3339, as is what follows; null where it was not given. */
  readonly asOf: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface PullDeps {
  readonly client: Pick<Droptrack, 'snapshots'>;
  readonly output: Output;
  /** Fires when the caller has had enough; what came is kept. */
  readonly signal: AbortSignal;
}

/** Cuts in a row without a single row in between, after which it is given up. */
const FRUITLESS_MAX = 3;
/** Characters that are written at once. */
const WRITE_LENGTH = 256 * 1024;
const PROGRESS_ROWS = 20_000;

/** Gets a snapshot, makes sure that all of it came, and puts it in place of the file. */
export async function pullSnapshot(args: PullArguments, deps: PullDeps): Promise<number> {
  assertMeant(args);
  const { what, dropId, asOf, from, to } = args;
  const part = new PartFile(`${args.path}.part`, JSON.stringify({ what, dropId, asOf, from, to }));
  try {
    await part.open();
    if (part.rows > 0) deps.output.note(`Going on behind ${count(part.rows, 'row')} of ${args.file}.part`);
    deps.output.progress('Asking the API …');
    await pullAll(part, args, deps);
    deps.output.progress(`Checking and storing ${count(part.rows, 'row')} …`);
    const placed = await putInPlace(part, args);
    const document = { what, drop: dropId, file: args.file, ...placed, as_of: part.head.asOf, version: part.head.version }; // prettier-ignore
    deps.output.result(document, `${args.file}: ${count(placed.rows, 'row')}, sha256 ${placed.sha256}`);
    return EXIT.done;
  } catch (error) {
    await (part.rows > 0 ? part.close() : part.remove());
    throw explained(error, args);
  }
}

/** Goes on after each cut, as long as something comes. */
async function pullAll(part: PartFile, args: PullArguments, deps: PullDeps): Promise<void> {
  for (let fruitless = 0; ;) {
    const had = part.rows;
    try {
      return await pullOnce(part, args, deps);
    } catch (error) {
      if (isOtherList(error) && had > 0 && part.rows === had) {
        deps.output.note('The list has changed since; beginning anew');
        await part.restart();
        continue;
      }
      if (error instanceof SnapshotTruncatedError && !error.isCut) await part.restart();
      else if (part.rows > 0) await part.note();
      fruitless = part.rows > had ? 0 : fruitless + 1;
      const canGoOn = error instanceof SnapshotTruncatedError && error.isCut && fruitless < FRUITLESS_MAX;
      if (!canGoOn || deps.signal.aborted) throw error;
      deps.output.note(`The transfer was cut after ${count(part.rows, 'row')}; going on`);
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
      if ((part.rows + pending) % PROGRESS_ROWS === 0) output.progress(`Getting rows … ${part.rows + pending}`);
      if (text.length >= WRITE_LENGTH) await put();
    }
  } finally {
    await put();
  }
}

type Row = { readonly id: string } | { readonly t: string } | { readonly wallet: string };

/** What rows are ordered by. */
const keyOf = (row: Row): string => ('id' in row ? row.id : 't' in row ? row.t : row.wallet);

/** The snapshot, or what is left of it; then it must be of the same instant, or of the same list. */
function requested(
  { rows, last, head }: PartFile,
  { what, dropId, asOf, from, to }: PullArguments,
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
  return snapshots.allocations(id, { ...behind, ...(rows > 0 && version !== null && { version }) }, { signal });
}

const isOtherList = (error: unknown): boolean => error instanceof ApiError && error.code === 'list_not_found';

/** @throws {CliError} for what cannot be meant. */
function assertMeant({ what, dropId, asOf, from, to }: PullArguments): void {
  const refuse = (message: string): never => {
    throw new CliError(INVALID_ARGUMENT, message);
  };
  if (what === 'drops' && dropId !== null) refuse('A snapshot of the drops is of all of them: leave the drop out');
  if (what !== 'drops' && dropId === null) refuse(`Of which drop? droptrack snapshots pull ${what} <drop>`);
  if (what !== 'drops' && asOf !== null) refuse('--as-of is for drops only');
  if (what !== 'hype' && (from !== null || to !== null)) refuse('--from and --to are for hype only');
}

const KEPT = 'What came is kept; run it again to go on.';

/** What went wrong, as other commands say it. */
function explained(error: unknown, { file }: PullArguments): unknown {
  if (error instanceof SnapshotTruncatedError && !error.isCut) {
    return new CliError(error.code, 'What came is not what was sent; nothing of it is kept', { cause: error });
  }
  if (error instanceof ApiError) {
    const details = { status: error.status, request_id: error.requestId };
    return new CliError(error.code, error.detail === '' ? error.message : error.detail, { cause: error, details });
  }
  if (error instanceof DroptrackError) return new CliError(error.code, error.message, { cause: error, hint: KEPT });
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (typeof code === 'string' && typeof syscall === 'string') {
    return new CliError('cannot_write', `${file} cannot be written: ${code}`, { cause: error });
  }
  return error;
}
