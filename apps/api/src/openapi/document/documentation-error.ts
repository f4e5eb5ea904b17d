/** The code and its documentation do not say the same; the message names the place. */
export class DocumentationError extends Error {
  override readonly name = 'DocumentationError';
}

/**
 * Holds what there is against what is documented.
 *
 * @throws {DocumentationError} naming what is in one of the two only.
 */
export function assertSameNames(what: string, actual: Iterable<string>, documented: Iterable<string>): void {
  const [there, described] = [new Set(actual), new Set(documented)];
  const undescribed = [...there].filter((name) => !described.has(name));
  const gone = [...described].filter((name) => !there.has(name));
  if (undescribed.length > 0) throw new DocumentationError(`${what}: not documented: ${undescribed.join(', ')}`);
  if (gone.length > 0) throw new DocumentationError(`${what}: documented, but not there: ${gone.join(', ')}`);
}
