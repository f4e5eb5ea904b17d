import { type AllocationRow, type Drop, HYPE_SIGNALS, type HypeHistoryPoint } from '@droptrack/contracts';
import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CliError } from '../output/cli-error';
import type { PartFile } from './snapshots-part';

/** The written file. */
interface PlacedFile {
  readonly format: 'ndjson' | 'csv';
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** Target of a snapshot. */
interface Place {
  readonly what: 'drops' | 'hype' | 'allocations';
  readonly path: string;
  readonly csv: boolean;
}

/**
 * Replaces the file with the rows atomically: a reader sees either the old file or the new one. The rows are read back
 * from the disk and compared with the checksum of the download.
 *
 * @throws {CliError} `damaged_file` if they differ; the rows are then deleted.
 */
export async function putInPlace(part: PartFile, place: Place): Promise<PlacedFile> {
  const source = `${place.path}.part`;
  const made = `${source}.new`;
  try {
    const [written, sum] = place.csv ? await writeTable(part, place, made) : await readBack(part);
    if (sum !== part.sum()) throw damaged();
    await part.close();
    await rename(place.csv ? made : source, place.path);
    await part.remove();
    return { format: place.csv ? 'csv' : 'ndjson', rows: part.rows, ...written };
  } catch (error) {
    await rm(made, { force: true });
    if (error instanceof CliError) await part.remove();
    else if (part.rows > 0) await part.checkpoint();
    throw error;
  }
}

type Written = Pick<PlacedFile, 'bytes' | 'sha256'>;

async function readBack(part: PartFile): Promise<[Written, sum: string]> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of part.read()) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  const sha256 = hash.digest('hex');
  return [{ bytes, sha256 }, sha256];
}

async function writeTable(part: PartFile, { what }: Place, path: string): Promise<[Written, sum: string]> {
  const table = csvTable(what);
  const [read, written] = [createHash('sha256'), createHash('sha256')];
  const file: FileHandle = await open(path, 'w');
  let bytes = 0;
  const put = async (text: string): Promise<void> => {
    const chunk = Buffer.from(text);
    await file.writeFile(chunk);
    written.update(chunk);
    bytes += chunk.length;
  };
  try {
    await put(table.titles);
    let rest = Buffer.alloc(0);
    for await (const chunk of part.read()) {
      read.update(chunk);
      const whole = Buffer.concat([rest, chunk]);
      const end = whole.lastIndexOf('\n') + 1;
      rest = whole.subarray(end);
      const lines = whole.toString('utf8', 0, end).split('\n').slice(0, -1);
      await put(lines.map((line) => table.lineOf(line)).join(''));
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return [{ bytes, sha256: written.digest('hex') }, read.digest('hex')];
}

const damaged = (): CliError =>
  new CliError(
    'damaged_file',
    'The stored rows differ from the downloaded ones, and were deleted. Is another run writing to the same file?',
  );

/** Value of a cell: a text, a number, or empty. */
type Cell = string | number | null;

/** Columns as pairs of title and getter. */
type Columns<Row> = readonly (readonly [title: string, cellOf: (row: Row) => Cell])[];

/** First characters that make a spreadsheet treat a text as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const LINE_END = '\r\n';

const DROP_COLUMNS: Columns<Drop> = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['chain', ({ chain }) => chain],
  ['status', ({ status }) => status],
  ['hype_score', (drop) => drop.hype_score],
  ['hype_delta_7d', (drop) => drop.hype_delta_7d],
  ['hype_confidence', (drop) => drop.hype_confidence],
  ['rating_reward', ({ rating }) => rating.reward],
  ['rating_legit', ({ rating }) => rating.legit],
  ['rating_difficulty', ({ rating }) => rating.difficulty],
  ['ev_usd_p50', (drop) => drop.ev_usd.p50],
  ['ev_usd_p10', (drop) => drop.ev_usd.p10],
  ['ev_usd_p90', (drop) => drop.ev_usd.p90],
  ['snapshot_block', ({ snapshot }) => snapshot.block],
  ['snapshot_date', ({ snapshot }) => snapshot.date],
  ['cost_usd', (drop) => drop.cost_usd],
  ['updated_at', (drop) => drop.updated_at],
];

const POINT_COLUMNS: Columns<HypeHistoryPoint> = [
  ['t', ({ t }) => t],
  ['recorded_at', (point) => point.recorded_at],
  ['score', ({ score }) => score],
  ['confidence', ({ confidence }) => confidence],
  ['prior', ({ prior }) => prior],
  ['momentum', ({ momentum }) => momentum],
  ['ruleset', ({ ruleset }) => ruleset],
  ...HYPE_SIGNALS.flatMap((id): Columns<HypeHistoryPoint> => [
    [id, ({ signals }) => signals[id]?.value ?? null],
    [`${id}_contribution`, ({ signals }) => signals[id]?.contribution ?? null],
  ]),
];

const ALLOCATION_COLUMNS: Columns<AllocationRow> = [
  ['wallet', ({ wallet }) => wallet],
  ['amount', ({ amount }) => amount],
  ['index', ({ index }) => index],
  ['breakdown', ({ breakdown }) => (breakdown.length === 0 ? null : JSON.stringify(breakdown))],
];

/** Columns of each kind of snapshot. */
const COLUMNS = { drops: DROP_COLUMNS, hype: POINT_COLUMNS, allocations: ALLOCATION_COLUMNS } as const;

/** Writer of a CSV table. */
interface CsvTable {
  /** Header line. */
  readonly titles: string;
  /** CSV line of a row. @param line - the row as JSON. */
  lineOf(line: string): string;
}

/** Table of a snapshot, in the format of RFC 4180. */
function csvTable(what: keyof typeof COLUMNS): CsvTable {
  const columns = COLUMNS[what] as Columns<unknown>; // Its rows are of the same kind.
  return {
    titles: lineOf(columns.map(([title]) => title)),
    lineOf: (line) => {
      const row: unknown = JSON.parse(line);
      return lineOf(columns.map(([, cellOf]) => cellOf(row)));
    },
  };
}

const lineOf = (cells: readonly Cell[]): string => cells.map(quoted).join(',') + LINE_END;

/** Escaped cell. A text that looks like a formula gets a leading apostrophe, which spreadsheets interpret as text. */
function quoted(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
