import { isOfRow, type LeafFields, parseFieldType } from '../../tree/leaf-fields';
import type { FieldColumn } from '../columns';
import { UnreadableListError } from '../errors';
import { elementsOf, type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/** Indexes of the values of a leaf by their types. */
interface Leaf {
  readonly wallet: number;
  readonly amount: number;
  readonly index: number | null;
  readonly fields?: readonly (readonly [column: FieldColumn, place: number])[];
}
const LEAVES: Readonly<Record<string, Leaf>> = {
  'address,uint256': { wallet: 0, amount: 1, index: null },
  'uint256,address,uint256': { wallet: 1, amount: 2, index: 0 },
  // Dumps of strk-merkle-tree, for trees of the format `starknet_pedersen`.
  'ContractAddress,u128': { wallet: 0, amount: 1, index: null },
  'felt252,u128': { wallet: 0, amount: 1, index: null },
};
const USUAL = 'address,uint256';

const positionsOf = (leaf: LeafFields): Leaf => {
  const index = leaf.findIndex(({ is }) => is === 'index');
  return {
    wallet: leaf.findIndex(({ is }) => is === 'wallet'),
    amount: leaf.findIndex(({ is }) => is === 'amount'),
    index: index === -1 ? null : index,
    fields: leaf.flatMap((field, place) =>
      isOfRow(field) ? [[{ name: `#${place + 1}`, type: parseFieldType(field.type) }, place] as const] : [],
    ),
  };
};

/** `uint` is `uint256`, and `int` is `int256` (Solidity ABI). */
const wholeType = (type: JsonValue): JsonValue => (type === 'uint' || type === 'int' ? `${type}256` : type);
/** `uint` is `uint256` (Solidity ABI); a smaller integer is padded to the same 32 bytes, so its leaves have the same hash. */
const ALIASES: ReadonlyMap<JsonValue, string> = new Map(
  ['uint', 'uint128', 'uint96', 'uint64'].map((type) => [type, 'uint256']),
);

/**
 * Dumps of OpenZeppelin's `StandardMerkleTree`, and of its counterpart for Starknet. The first hash is the root; the others
 * follow from the values.
 *
 * Dumps of a `SimpleMerkleTree` are rejected: they contain only hashes, no wallets and amounts.
 * Source: github.com/OpenZeppelin/merkle-tree.
 *
 * @param leaf - fields of its leaves; default: the two common encodings.
 */
export function openzeppelinShape({ entry, metadata }: ShapeSink, leaf?: LeafFields): ListShape {
  let [encoding, hasValues] = [USUAL, false];
  const declared = leaf === undefined ? null : positionsOf(leaf);
  const declaredTypes = leaf?.map(({ type }) => wholeType(type)).join(',');
  metadata.treeFormat('openzeppelin');
  const stateEncoding = (value: JsonValue): void => {
    if (declaredTypes !== undefined) {
      if ((elementsOf(value) ?? []).map(wholeType).join(',') === declaredTypes) return;
      throw new UnreadableListError(null, 'its leaves (leafEncoding) have other types than --leaf');
    }
    const before = encoding;
    encoding = (elementsOf(value) ?? []).map((type) => ALIASES.get(type) ?? type).join(',');
    if (LEAVES[encoding] === undefined) {
      throw new UnreadableListError(null, OTHER_FIELDS);
    }
    if (hasValues && encoding !== before) {
      throw new UnreadableListError(null, 'leafEncoding must precede the values');
    }
  };
  return {
    root: 'object',
    choose(path) {
      const [member, place] = path;
      if (path.length === 0) return 'enter';
      if (path.length === 1) {
        return member === 'tree' || member === 'values' ? 'enter' : isStated(member) ? 'take' : 'skip';
      }
      return member === 'tree' && place !== 0 ? 'skip' : 'take';
    },
    take([member], value) {
      if (member === 'format') return assertStandard(value);
      if (member === 'leafEncoding') return stateEncoding(value);
      if (member === 'tree') return metadata.root(value);
      hasValues = true;
      const values = elementsOf(membersOf(value)?.get('value'));
      const places = declared ?? LEAVES[encoding];
      if (places === undefined) return;
      entry({
        wallet: values?.[places.wallet],
        amount: values?.[places.amount],
        index: places.index === null ? undefined : (values?.[places.index] ?? ''),
        ...(places.fields !== undefined && {
          fields: places.fields.map(([column, place]) => [column, values?.[place]]),
        }),
      });
    },
  };
}

const OTHER_FIELDS =
  'its leaves are not of a wallet and an amount (address, uint256): state the fields with --leaf, such as ' +
  '--leaf "address wallet, address column, uint256 amount"';

const isStated = (member: string | number | undefined): boolean => member === 'format' || member === 'leafEncoding';

function assertStandard(format: JsonValue): void {
  if (format === 'standard-v1') return;
  throw new UnreadableListError(
    null,
    format === 'simple-v1'
      ? 'it is the dump of a SimpleMerkleTree, which holds hashes only: no wallets and no amounts'
      : 'its format is not standard-v1',
  );
}
