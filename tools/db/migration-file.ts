/**
 * Name of a migration's directory: its UTC time, so that migrations sort by name, and its description.
 *
 * @param words - `add_hype_points`, or `add hype points`.
 * @returns null when they are not lower-case words.
 */
export function migrationName(words: readonly string[], now: Date): string | null {
  const what = words.join('_').replaceAll('-', '_');
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(what)) return null;
  return `${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${what}`;
}

/** Text of the file: the header of every migration, to be completed, and the statements. */
export function migrationFile(sql: string): string {
  return `-- Why:      TODO
-- Locks:    TODO
-- Way back: TODO

${sql}
`;
}
