import type { ComponentChildren } from 'preact';
import { Table as PlainTable } from '../../parts/table';

interface TableProps {
  readonly caption: string;
  /** Headings; those that end with `#` are of columns of numbers. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table of a drop. */
export const Table = ({ columns, ...table }: TableProps) => (
  <PlainTable
    {...table}
    columns={columns.map((column) => ({ title: column.replace(/#$/, ''), isNumber: column.endsWith('#') }))}
  />
);
