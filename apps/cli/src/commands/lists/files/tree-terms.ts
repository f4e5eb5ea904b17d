import { PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import {
  assertLeafFields,
  InvalidLeafFieldsError,
  isPossibleShape,
  isSameShape,
  isStarknetFormat,
  type LeafFields,
  type ListLeafField,
  parseFieldType,
  readFieldValue,
  TREE_SHAPES,
  treeKind,
  type TreeShape,
} from '@droptrack/eligibility';
import { type FieldColumn, type ListFormat, RECORD_FORMATS } from '@droptrack/eligibility/formats';
import type { ListTree } from '@droptrack/persistence';
import { CliError, INVALID_ARGUMENT } from '../../../output/cli-error';

/** Options of a tree beside its format, as given by the caller; absent ones are the usual ones of the format. */
export interface ShapeOptions {
  readonly leaves?: 'listed' | 'sorted' | undefined;
  readonly pairs?: TreeShape['pairs'] | undefined;
  readonly odd?: Exclude<TreeShape['odd'], 'heap'> | undefined;
}

/** Fields of a leaf, and the columns that contain those that differ from row to row. */
export interface LeafTerms {
  readonly fields: LeafFields;
  readonly columns: readonly FieldColumn[];
}

const SYNTAX = '--leaf must list the type and the content of each field, such as "address wallet, uint256 amount"';
const CONTENTS =
  'A content is wallet, amount, index, token, column:<name>, column:<name>=A|B for an enum, or a constant such as 0x… or 12.';

/**
 * Parses `--leaf "address wallet, address 0x…, uint256 amount, uint8 column:kind"`. `column` without a name is the value at
 * the same position in a dump of OpenZeppelin. `column:kind=A|B` names the values of an enum, the first of which is 0.
 *
 * @throws {CliError}
 */
export function parseLeaf(text: string): LeafTerms {
  const fields: ListLeafField[] = [];
  const columns: FieldColumn[] = [];
  for (const part of text.split(',')) {
    const [, type = '', content = ''] = /^\s*(\S+)\s+(.+?)\s*$/.exec(part) ?? [];
    if (content === '') reject(SYNTAX);
    try {
      const parsed = parseFieldType(type);
      const [, column, names] = /^column(?::([^=]+)(?:=(.+))?)?$/.exec(content) ?? [];
      if (content === 'wallet' || content === 'amount' || content === 'index' || content === 'token') {
        fields.push({ type, is: content, value: null });
      } else if (content.startsWith('column') && (column !== undefined || content === 'column')) {
        fields.push({ type, is: null, value: null });
        const ofEnum = names === undefined ? parsed : { ...parsed, names: names.split('|') };
        columns.push({ name: column ?? `#${fields.length}`, type: ofEnum });
      } else {
        fields.push({ type, is: null, value: readFieldValue(parsed, content) });
      }
    } catch (error) {
      if (!(error instanceof InvalidLeafFieldsError)) throw error;
      reject(`--leaf: ${type} ${content}: ${error.message}`, CONTENTS);
    }
  }
  try {
    assertLeafFields(fields);
  } catch (error) {
    if (!(error instanceof InvalidLeafFieldsError)) throw error;
    reject(`--leaf: ${error.message}`, CONTENTS);
  }
  return { fields, columns };
}

/**
 * Fields and shapes of a tree.
 *
 * @param leaf - null without `--leaf`.
 * @throws {CliError} for options that do not fit the format of the tree or of the files.
 */
export function treeTerms(
  format: ProofFormat,
  files: ListFormat,
  leaf: LeafTerms | null,
  options: ShapeOptions,
  isPart: boolean,
): Pick<ListTree, 'fields' | 'shape' | 'otherShapes'> {
  const { fields, shape, hasOtherShapes = false } = treeKind(format);
  if (leaf === null && fields === 'required') reject(`--tree ${format} requires --leaf`);
  if (leaf !== null && fields === undefined) reject(`--leaf applies to --tree ${WITH_FIELDS}`);
  if (leaf !== null && leaf.columns.length > 0 && !hasColumns(files)) {
    reject(`--leaf: files of the format ${files} have no columns`);
  }
  const given = leaf === null ? {} : { fields: leaf.fields };
  const { leaves, pairs, odd } = options;
  if (leaves === undefined && pairs === undefined && odd === undefined) {
    const others = TREE_SHAPES.filter((other) => !isSameShape(other, shape) && canFill(format, other));
    return { ...given, otherShapes: hasOtherShapes ? others : [] };
  }
  if (!hasOtherShapes) reject(`--leaves, --pairs and --odd do not apply to --tree ${format}`);
  if (files === 'ens') reject('--leaves, --pairs and --odd do not apply to shards');
  if (isPart) reject('--leaves, --pairs and --odd do not apply to --part, whose rows have proofs of their own');
  const declared: TreeShape = {
    order: leaves === undefined ? shape.order : leaves === 'listed' ? 'by_index' : 'by_hash',
    pairs: pairs ?? shape.pairs,
    odd: odd ?? shape.odd,
  };
  if (!isPossibleShape(declared)) reject('--pairs positional requires --odd for this format');
  if (!canFill(format, declared))
    reject(`--odd empty does not apply to --tree ${format}: keccak256 is no number of Starknet`);
  return { ...given, shape: declared };
}

/** False for a tree of Starknet with keccak256 of no bytes, which is above its prime. */
const canFill = (format: ProofFormat, { odd }: TreeShape): boolean => odd !== 'empty' || !isStarknetFormat(format);

/** Formats whose leaves can have other fields, as text. */
const WITH_FIELDS = PROOF_FORMATS.filter((format) => treeKind(format).fields !== undefined)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' and ');

const hasColumns = (format: ListFormat): boolean =>
  format === 'openzeppelin' || RECORD_FORMATS.some((known) => known === format);

function reject(message: string, hint?: string): never {
  throw new CliError(INVALID_ARGUMENT, message, hint === undefined ? undefined : { hint });
}
