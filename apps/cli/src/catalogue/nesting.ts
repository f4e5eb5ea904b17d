import type { CST } from 'yaml';

/** Maximum nesting depth, far above that of real files. */
export const NESTING_MAX = 32;

/**
 * Nesting depth of lists and maps, from the tokens of the parser.
 *
 * The parser uses a stack of its own, but all later steps recurse, and a stack overflow cannot be caught reliably: V8
 * aborts the process if it has to compile a regular expression at that point. So the depth is checked first.
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
