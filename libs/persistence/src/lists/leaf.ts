import { InvalidTreeError, lockedPart, treeKind } from '@droptrack/eligibility';
import { ListRefusedError } from './errors';
import type { ListRow, ListTree } from './list-row';

/** What a leaf is made of. */
export type LeafRow = Pick<ListRow, 'line' | 'wallet' | 'amount' | 'index' | 'breakdown'>;

/** Makes the leaf of a row. It throws {@link ListRefusedError} where the format cannot hold the row. */
export function leafMaker({ format, hash }: ListTree): (row: LeafRow) => Uint8Array {
  const kind = treeKind(format);
  return ({ line, wallet, amount, index = null, breakdown = [] }) => {
    try {
      return kind.leafHash({ wallet, amount, index, locked: lockedPart(breakdown) }, hash);
    } catch (error) {
      if (!(error instanceof InvalidTreeError)) throw error;
      throw new ListRefusedError([{ line, message: error.message }], 1);
    }
  };
}
