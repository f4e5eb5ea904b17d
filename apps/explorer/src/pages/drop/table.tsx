import type { ComponentChildren } from 'preact';

interface TableProps {
  readonly caption: string;
  /** Headings; those that end with `#` are of columns of numbers. */
  readonly columns: readonly string[];
  /** Cells of each row, of which the first is the heading of the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table whose rows become cards on a narrow screen, where each cell shows the heading of its column. */
export const Table = ({ caption, columns, rows }: TableProps) => {
  const headings = columns.map((column) => column.replace(/#$/, ''));
  const classes = columns.map((column) => (column.endsWith('#') ? 'number' : undefined));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="cards">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading, column) => (
              <th key={heading} scope="col" class={classes[column]}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{first}</th>
              {cells.map((cell, column) => (
                <td key={column} class={classes[column + 1]} data-label={headings[column + 1]}>
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
