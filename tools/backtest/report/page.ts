const BEGIN = '<!-- figures: written by npm run backtest -->';
const END = '<!-- end of figures -->';

/** A page without the markers of the figures. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/**
 * Replaces the figures of a page.
 *
 * @throws {PageError} where the page has no markers.
 */
export function withFigures(page: string, figures: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new PageError(`The page has no lines "${BEGIN}" and "${END}"`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${figures}\n\n${page.slice(end)}`;
}
