/** Key of an address that is its text, as ASCII: addresses with the same beginning are adjacent. @param length - with zeros at the end. */
export function textKey(text: string, length = text.length): Uint8Array {
  const key = new Uint8Array(length);
  for (let i = 0; i < text.length; i++) key[i] = text.charCodeAt(i);
  return key;
}

/** Text of a key, without zeros. */
export const textOfKey = (key: Uint8Array): string => String.fromCharCode(...key.filter((code) => code !== 0));
