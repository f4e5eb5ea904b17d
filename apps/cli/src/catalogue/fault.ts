/** Where something stands in a catalogue file: keys and indexes from the top. */
export type Path = readonly (string | number)[];

/** What is wrong with a catalogue file, for the person who wrote it. */
export interface CatalogueFault {
  /** Name of the file within the catalogue's folder; empty when the folder itself is at fault. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** `events[2].starts_at`; empty for the file as a whole. */
  readonly path: string;
  /** One sentence part without a full stop; never a stack. */
  readonly message: string;
}

/** A fault before it has been given its line: what was found, and at which key or value. */
export interface Finding {
  readonly path: Path;
  readonly message: string;
  /** Whether the key or its value is at fault. */
  readonly on: 'key' | 'value';
}

/** A line and a column, both from 1. */
export type Position = Pick<CatalogueFault, 'line' | 'column'>;

const WORD = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A path as people write it: `events[2].starts_at`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const key = WORD.test(step) ? step : quote(step);
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

const QUOTE_LENGTH_MAX = 60;

/** Text from a file made fit for a message: in quotes, escaped, cut when it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTE_LENGTH_MAX ? `${text.slice(0, QUOTE_LENGTH_MAX)}…` : text);
}

/** A fault of the file as a whole. */
export function wholeFile(file: string, message: string): CatalogueFault {
  return { file, line: 1, column: 1, path: '', message };
}

/** By file, line and column: the order in which a person mends them. */
export function compareFaults(a: CatalogueFault, b: CatalogueFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
