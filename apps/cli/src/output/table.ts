/**
 * Lays out rows in columns, two spaces apart; no trailing spaces.
 *
 * @param header - titles of the columns, shown above; null for none.
 */
export function formatTable(header: readonly string[] | null, rows: readonly (readonly string[])[]): string {
  const lines = header === null ? rows : [header, ...rows];
  const widths = lines.reduce<number[]>(
    (widest, cells) => cells.map((cell, column) => Math.max(widest[column] ?? 0, [...cell].length)),
    [],
  );
  const pad = (cell: string, column: number): string => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length);
  return lines.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
}
