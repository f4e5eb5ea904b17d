import type { CST } from 'yaml';

/** Lists and maps within each other that no honest file comes near. */
export const NESTING_MAX = 32;

/**
 * How deep lists and maps stand within each other, from the parser's tokens.
 *
 * The parser goes by a stack of its own, but everything after it recurses, and a
 * full call stack is not an error one can catch: V8 aborts the whole process when
 * it has to compile a regular expression there. So depth is measured first.
 */
export function deepestNesting(tokens: readonly CST.Token[]): number {
  const open: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  let deepest = 0;
  for (let held = open.pop(); held !== undefined; held = open.pop()) {
    deepest = Math.max(deepest, held.depth);
    for (const token of childrenOf(held.token)) open.push({ token, depth: held.depth + 1 });
  }
  return deepest;
}

function childrenOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap((item) => [item.key ?? [], item.value ?? []].flat());
}
