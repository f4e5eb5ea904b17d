/** Classes of pictures with their colours, light and dark. The explorer's `style/pictures.css` holds the same rules. */
export const pictureStyles = '.plot .line{fill:none;stroke:#5b3cc4;stroke-width:1.5}';

/** Picture as a file of its own: with the rules that a page would have in its style sheet. */
export function pictureFile(picture: string): string {
  const start = picture.indexOf('>') + 1;
  return `${picture.slice(0, start)}<style>${pictureStyles}</style>${picture.slice(start)}`;
}

/** Classes of the fill of a part in a stacked series, for its legend. Parts are those given to `stackedSeries`. */
export function partClasses(parts: readonly { readonly id: string }[]): readonly string[] {
  return parts.map((_, index) => `part part-${index}`);
}
