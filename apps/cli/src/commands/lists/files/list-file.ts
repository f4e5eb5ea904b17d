/** A file of a list. */
export interface ListFile {
  /** Absolute; of standard input, its name. */
  readonly path: string;
  /** Name of the file as given by the caller, for error messages. */
  readonly file: string;
  /** Content of a file that is no file of the disk: standard input. */
  readonly source?: AsyncIterable<Uint8Array>;
}
