/** Maximum length of a displayed name, in characters. */
const CHARACTERS_MAX = 120;

/**
 * Characters that are invisible or change the order of the text around them: controls, line and paragraph separators,
 * bidirectional marks, embeddings, overrides and isolates, zero-width spaces, and tags. Joiners stay: scripts and emoji
 * need them.
 */
const INERT =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]+/gu;

/** More marks on one letter than any language has: they would cover the lines around it. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Text of others as one line that cannot hide or reorder what is around it, for attributes and titles. In content, use
 * {@link Name}.
 *
 * @param charactersMax - longer text is cut and ends with `…`.
 */
export function plainName(text: string, charactersMax = CHARACTERS_MAX): string {
  const plain = text.replace(INERT, ' ').replace(STACKED_MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const characters = [...plain];
  return characters.length <= charactersMax ? plain : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

interface NameProps {
  /** As the API returns it. */
  readonly text: string;
  /** Longer names are cut; the whole is their title. 120 by default. */
  readonly charactersMax?: number;
}

/** A name or title that others wrote, isolated from the direction of the text around it. */
export const Name = ({ text, charactersMax }: NameProps) => {
  const shown = plainName(text, charactersMax);
  const whole = plainName(text, 2 * CHARACTERS_MAX);
  return <bdi title={shown === whole ? undefined : whole}>{shown === '' ? 'Unnamed' : shown}</bdi>;
};
