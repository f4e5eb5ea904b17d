import { foldCase } from './fold-case';

/** Spaces, punctuation, invisible characters and the sign of a ticker: `zk sync`, `ZK-Sync` and `$ZKsync` differ in them only. */
const SEPARATORS = /[\s\p{P}\p{Cf}$]/gu;

/** Form in which a search compares texts: without case and separators. A text of separators only stays as it is. */
export function searchForm(text: string): string {
  const folded = foldCase(text);
  return folded.replace(SEPARATORS, '') || folded;
}
