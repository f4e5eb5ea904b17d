import type { ColumnSource, SchemaElement } from 'hyparquet-writer';

/**
 * Type of a column: text in UTF-8, a double, a 64-bit integer, an instant in milliseconds in UTC, or a truth value.
 */
export type ColumnType = 'text' | 'double' | 'integer' | 'instant' | 'boolean';

/** Value of a cell: an instant as RFC 3339 or in milliseconds since the epoch; null while unknown. */
export type Cell = string | number | boolean | null;

/** Column of a table, with its value in a row. */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly valueOf: (row: Row) => Cell;
  /**
   * Set if values rarely repeat: they are stored without an attempt at a dictionary. Only sorted ones get statistics, by
   * which a reader skips row groups.
   */
  readonly unique?: 'sorted' | 'unsorted';
}

type Element = Omit<SchemaElement, 'name' | 'repetition_type'>;

/** Both forms of each logical type: some readers know the older one only, others need the newer one for UTC. */
const ELEMENTS: Readonly<Record<ColumnType, Element>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  double: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  boolean: { type: 'BOOLEAN' },
};

/** Parquet schema of a table. Every column allows nulls. */
export function schemaOf(columns: readonly Column<never>[]): SchemaElement[] {
  const fields = columns.map(({ name, type }): SchemaElement => ({
    name,
    ...ELEMENTS[type],
    repetition_type: 'OPTIONAL',
  }));
  return [{ name: 'root', num_children: columns.length }, ...fields];
}

/** Settings and stored values of a column in a row group. */
export const columnSource = ({ name, unique }: Column<never>, data: unknown[]): ColumnSource => ({
  name,
  data,
  ...(unique !== undefined && { encoding: 'PLAIN' as const, statistics: unique === 'sorted' }),
});

/**
 * Value as it is stored.
 *
 * @throws {RangeError} for an integer that is none or exceeds 64 bits, and for an invalid instant.
 */
export function storedValue({ type, unique }: Column<never>, cell: Cell): unknown {
  if (cell === null) return null;
  // Buffers share the memory of a pool; the writer would allocate each text by itself. Statistics would keep the pool.
  if (type === 'text' && unique === 'unsorted') return Buffer.from(String(cell));
  if (type === 'integer') return BigInt(cell);
  if (type === 'instant') return BigInt(typeof cell === 'string' ? Date.parse(cell) : Number(cell));
  return cell;
}
