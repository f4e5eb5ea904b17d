/**
 * Parses a URL; null for a text that is none. In place of `URL.canParse`, which in Node 20 and 22 is false for valid URLs with letters
 * such as `ü` once V8 has optimized its caller.
 *
 * @param base - of a relative URL.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
