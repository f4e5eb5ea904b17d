/** A piece of TypeScript in a text that people read. */
export interface Snippet {
  /** Where it begins: `libs/sdk/README.md:12`. */
  readonly where: string;
  readonly code: string;
}
