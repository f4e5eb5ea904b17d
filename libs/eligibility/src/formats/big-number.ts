import { type JsonValue, membersOf } from './json/json-value';

/**
 * Digits of an integer as the library ethers writes it to JSON: `{type: "BigNumber", hex: "0x64"}`, or its members `{_hex: "0x64",
 * _isBigNumber: true}`. Undefined for other values.
 */
export function bigNumberOf(value: JsonValue | undefined): string | undefined {
  const members = membersOf(value);
  const hex = members?.get('type') === 'BigNumber' ? members.get('hex') : members?.get('_hex');
  return typeof hex === 'string' ? hex : undefined;
}

/** Text of a number: a text as it is, or the digits of {@link bigNumberOf}; undefined for other values. */
export const numberText = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : bigNumberOf(value);
