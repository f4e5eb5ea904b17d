/**
 * Takes case out of a text, one code point for each code point, the same in every locale and at every place
 * in a word: texts that differ in case alone become equal, and a part of a text stays a part of it. The full
 * mapping of `toLowerCase` keeps neither promise: `İ` becomes two characters, and the sigma that ends `ΟΔΟΣ`
 * another one than that of `ΟΔΟΣΑ`.
 */
export function foldCase(text: string): string {
  return Array.from(text, foldCodePoint).join('');
}

/** By way of upper case, which `σ` and `ς` share; not where upper case is several characters, as of `ß`. */
function foldCodePoint(character: string): string {
  const [upper = '', more] = character.toUpperCase();
  const [lower = ''] = (more === undefined ? upper : character).toLowerCase();
  return lower;
}
