/** Count with its noun: `1 drop`, `81 drops`. @param things - irregular plural. */
export function count(number: number, thing: string, things = `${thing}s`): string {
  return `${number} ${number === 1 ? thing : things}`;
}

/** Duration as text: `40 s`, `3 min`, `5 h`, `2 d`. @param milliseconds - negative values count as 0. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

/** Size as text: `812 B`, `41 kB`, `2.1 MB`. */
export function size(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * Formats rows as columns, two spaces apart, without trailing spaces.
 *
 * @param header - column titles; null for none.
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
