import { InvalidTreeError, lockedPart, treeKind } from '@droptrack/eligibility';
import { ListRejectedError } from './errors';
import type { ListRow, ListTree } from './list-row';

/** Fields that a leaf is computed from. */
type LeafRow = Pick<ListRow, 'line' | 'wallet' | 'amount' | 'index' | 'breakdown' | 'fields' | 'token'>;

/** Function from a row to its leaf; it throws {@link ListRejectedError} for a row that the format cannot represent. */
export function leafMaker({ format, hash, fields }: ListTree): (row: LeafRow) => Uint8Array {
  const kind = treeKind(format);
  const given = fields === undefined ? {} : { fields };
  return ({ line, wallet, amount, index = null, breakdown = [], fields: values = [], token }) => {
    const ofToken = token === undefined ? {} : { token };
    try {
      return kind.leafHash(
        { wallet, amount, index, locked: lockedPart(breakdown), ...given, values, ...ofToken },
        hash,
      );
    } catch (error) {
      if (!(error instanceof InvalidTreeError)) throw error;
      throw new ListRejectedError([{ line, message: error.message }], 1);
    }
  };
}
