import { RANGE_LISTS_MAX, RANGE_ROWS_MAX, type WalletType } from '@droptrack/contracts';
import { type InvalidPrefixReason, PREFIX_SHARE, readPrefix, type WalletPrefix } from '@droptrack/eligibility';
import { DomainError } from '../../platform/errors/domain-error';

/** Number of addresses of which one begins with a prefix. */
const [COVERS_MIN, COVERS_MAX] = [1 / PREFIX_SHARE.max, 1 / PREFIX_SHARE.min];

/** Details of a number of hex digits. */
const digitsOf = (family: string): Readonly<Record<InvalidPrefixReason, string>> => ({
  alphabet: `must be hex digits of ${family} address, without 0x`,
  too_short: 'must have 3 to 5 hex digits',
  too_long: 'must have 3 to 5 hex digits',
});

/** Messages of invalid prefixes. None contains the text, which may be a whole wallet by mistake. */
const PREFIX_DETAILS: Readonly<Record<WalletType, Readonly<Record<InvalidPrefixReason, string>>>> = {
  evm: digitsOf('an EVM'),
  solana: {
    alphabet: 'must be base58 characters of a Solana address',
    too_short: `is too short: more than 1 in ${COVERS_MIN} addresses begin with it; add a character`,
    too_long: `is too long: fewer than 1 in ${COVERS_MAX} addresses begin with it; remove a character`,
  },
  starknet: {
    alphabet: 'must be the first of the 64 hex digits of a Starknet address, without 0x: 0, and then 0 to 7',
    too_short: 'must have 4 to 6 hex digits',
    too_long: 'must have 4 to 6 hex digits',
  },
  cosmos: {
    alphabet: 'must be the beginning of a Cosmos address: its prefix, the separator 1, and 2 to 4 characters',
    too_short: 'must have 2 to 4 characters after the separator 1',
    too_long: 'must have 2 to 4 characters after the separator 1',
  },
  sui: digitsOf('a Sui'),
  aptos: digitsOf('an Aptos'),
  movement: digitsOf('a Movement'),
  ton: {
    alphabet: 'must be the beginning of a raw TON address: 0: or -1: and 3 to 5 hex digits',
    too_short: 'must have 3 to 5 hex digits after the colon',
    too_long: 'must have 3 to 5 hex digits after the colon',
  },
  bitcoin: {
    alphabet:
      'must be the beginning of a Bitcoin address: 1 or 3 and base58 characters, or bc1q or bc1p and 2 to 4 characters',
    too_short: `is too short: more than 1 in ${COVERS_MIN} addresses begin with it; add a character`,
    too_long: `is too long: fewer than 1 in ${COVERS_MAX} addresses begin with it; remove a character`,
  },
};

/** Error for a text that is not a prefix of wallets of a type. */
export const invalidPrefix = (type: WalletType, reason: InvalidPrefixReason): DomainError =>
  invalid('prefix', reason, PREFIX_DETAILS[type][reason]);

/**
 * Type of the wallets of a request.
 *
 * @param families - types that the drop accepts, at least one.
 * @throws {DomainError} `invalid_parameter` for a type that the drop does not accept, or none where it accepts several.
 */
export function rangeType(type: WalletType | undefined, families: readonly WalletType[]): WalletType {
  const [only] = families;
  if (type === undefined) {
    if (only !== undefined && families.length === 1) return only;
    throw invalid(
      'type',
      'required',
      `must be one of ${families.join(', ')}: the drop accepts several types of wallets`,
    );
  }
  if (families.includes(type)) return type;
  throw invalid('type', 'enum', `must be ${families.join(' or ')}: the drop accepts no ${type} wallets`);
}

/**
 * Error for a prefix with more rows than a response contains.
 *
 * @param wallets - number of wallets of the lists.
 */
export function tooManyRows({ type, text, share }: WalletPrefix, wallets: number, withProofs: boolean): DomainError {
  const max = RANGE_ROWS_MAX[withProofs ? 'proofs' : 'plain'];
  const rows = `covers more than ${max} rows${withProofs ? ' with proofs' : ''}`;
  const isLongest = readPrefix(text + ANY_DIGIT[type], type) === 'too_long';
  if (isLongest) return invalid('prefix', 'too_many_rows', `${rows}, and a longer one is not permitted`);
  const remedy =
    type === 'evm' ? `use at least ${digitsFor(share * wallets, text.length, max)} hex digits` : 'add a character';
  return invalid('prefix', 'too_many_rows', `${rows}; ${remedy}`);
}

/** Error for a request without `list` for a drop with more lists than a response contains. */
export const tooManyLists = (drop: string, lists: number): DomainError =>
  invalid('list', 'required', `is required: "${drop}" has ${lists} lists, and a response contains ${RANGE_LISTS_MAX}`);

/** A character that can continue any prefix. */
const ANY_DIGIT: Readonly<Record<WalletType, string>> = {
  ...{ evm: '0', starknet: '0', sui: '0', aptos: '0', movement: '0', ton: '0' },
  ...{ solana: '2', cosmos: 'q', bitcoin: '2' },
};

/** Smallest number of hex digits, above that of the request, with which the expected number of rows is far below a maximum. */
function digitsFor(expectedRows: number, digits: number, rowsMax: number): number {
  let more = 1;
  while (digits + more < EVM_DIGITS_MAX && (2 * expectedRows) / 16 ** more > rowsMax) more += 1;
  return digits + more;
}

const EVM_DIGITS_MAX = 5;

function invalid(parameter: string, code: string, detail: string): DomainError {
  return new DomainError('invalid_parameter', `${parameter} ${detail}`, { errors: [{ parameter, code, detail }] });
}
