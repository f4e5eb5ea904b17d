import { isAddressName } from '../address-form';
import type { JsonPath } from './json-value';

/** True for equal paths. */
export const isSamePath = (a: JsonPath, b: JsonPath): boolean =>
  a.length === b.length && a.every((place, i) => place === b[i]);

/** Longest name in a message. */
const NAME_MAX = 40;

/** Path of an object in a message, as `"data.merkle"`. Names that may be data of the file, such as wallets, are left out. */
export function pathInMessage(path: JsonPath): string {
  if (path.length === 0) return 'the document itself';
  const names = path.map((name) => (isAddressName(name) || String(name).length > NAME_MAX ? '…' : String(name)));
  return JSON.stringify(names.join('.'));
}

/** Message for a document with two lists. */
export const severalMaps = (first: JsonPath, second: JsonPath): string =>
  `it has several maps of wallets, ${pathInMessage(first)} and ${pathInMessage(second)}: save the one to load as a file`;
