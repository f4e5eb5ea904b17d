/**
 * Name of a migration's directory: its UTC time, so that order is by name, and what it does.
 *
 * @param words - `add_hype_points`, or `add hype points`.
 * @returns null when they are not lower-case words.
 */
export function migrationName(words: readonly string[], now: Date): string | null {
  const what = words.join('_').replaceAll('-', '_');
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(what)) return null;
  return `${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${what}`;
}

/** The file's text: the header that every migration has, still to be filled in, and the statements. */
export function migrationFile(sql: string): string {
  return `-- Why:      TODO
-- Locks:    TODO
-- Way back: TODO

${sql}
`;
}
