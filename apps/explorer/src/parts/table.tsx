import type { ComponentChildren } from 'preact';

/** Heading of a column. */
export interface Column {
  readonly title: string;
  /** True for numbers, which are aligned to the right. */
  readonly isNumber: boolean;
}

interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** Cells of each row, of which the first is the heading of the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table whose rows become cards on a narrow screen, where each cell shows the heading of its column. */
export const Table = ({ caption, columns, rows }: TableProps) => {
  const classes = columns.map(({ isNumber }) => (isNumber ? 'number' : undefined));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="cards">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title }, column) => (
              <th key={title} scope="col" class={classes[column]}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{first}</th>
              {cells.map((cell, column) => (
                <td key={column} class={classes[column + 1]} data-label={columns[column + 1]?.title}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
