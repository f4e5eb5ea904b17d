import type { ComponentChildren } from 'preact';

interface TableProps {
  readonly caption: string;
  /** Headings; those that end with `#` are of columns of numbers. */
  readonly columns: readonly string[];
  /** Rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways by itself where it is wider than the page. */
export const Table = ({ caption, columns, children }: TableProps) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={caption}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" class={column.endsWith('#') ? 'number' : undefined}>
              {column.replace(/#$/, '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
