import { type AllocationRow, type Drop, HYPE_SIGNALS, type HypeHistoryPoint } from '@droptrack/contracts';

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
export interface CsvTable {
  /** Header line. */
  readonly titles: string;
  /** CSV line of a row. @param line - the row as JSON. */
  lineOf(line: string): string;
}

/** Table of a snapshot, in the format of RFC 4180. */
export function csvTable(what: keyof typeof COLUMNS): CsvTable {
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
