/** Contradiction between the code and its documentation; the message names the place. */
export class DocumentationError extends Error {
  override readonly name = 'DocumentationError';
}

/**
 * Asserts that code and documentation have the same names.
 *
 * @throws {DocumentationError} with the names that only one of the two has.
 */
export function assertSameNames(what: string, actual: Iterable<string>, documented: Iterable<string>): void {
  const [there, described] = [new Set(actual), new Set(documented)];
  const undescribed = [...there].filter((name) => !described.has(name));
  const gone = [...described].filter((name) => !there.has(name));
  if (undescribed.length > 0) throw new DocumentationError(`${what}: not documented: ${undescribed.join(', ')}`);
  if (gone.length > 0) throw new DocumentationError(`${what}: documented, but missing in the code: ${gone.join(', ')}`);
}
