/**
 * Lower case, one code point for each code point (Unicode simple mapping), the same in every locale and at
 * every place in a word: `İ` is `i`, and `Σ` is `σ` at the end of a word as well, where the full mapping of
 * `toLowerCase` would hide a match.
 */
export function simpleLowerCase(text: string): string {
  return Array.from(text, lowerCodePoint).join('');
}

function lowerCodePoint(character: string): string {
  const [first = ''] = character.toLowerCase();
  return first;
}
