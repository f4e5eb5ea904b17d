/** Path of a value in a catalogue file: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** Error in a catalogue file, for its author. */
export interface CatalogueFault {
  /** Name of the file in the catalogue folder; empty for an error of the folder itself. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** `events[2].starts_at`; empty for the file as a whole. */
  readonly path: string;
  /** Message without a full stop; never a stack. */
  readonly message: string;
}

/** Error at a key or value, before its line is known. */
export interface Finding {
  readonly path: Path;
  readonly message: string;
  /** Location of the error: the key, or its value. */
  readonly on: 'key' | 'value';
}

/** A line and a column, both from 1. */
export type Position = Pick<CatalogueFault, 'line' | 'column'>;

const WORD = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Path as text: `events[2].starts_at`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const key = WORD.test(step) ? step : quote(step);
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

const QUOTE_LENGTH_MAX = 60;

/** Text of a file in a message: quoted, escaped, and truncated. */
export function quote(text: string): string {
  return JSON.stringify(text.length > QUOTE_LENGTH_MAX ? `${text.slice(0, QUOTE_LENGTH_MAX)}…` : text);
}

/** Error of a file as a whole. */
export function wholeFile(file: string, message: string): CatalogueFault {
  return { file, line: 1, column: 1, path: '', message };
}

/** `linea.yaml:12:3: events[0].starts_at: there is no such day`. */
export function formatFault({ file, line, column, path, message }: CatalogueFault): string {
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`;
}

/** Order by file, line and column. */
export function compareFaults(a: CatalogueFault, b: CatalogueFault): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
