import { isRecord } from './raw-drop';

/** CAIP-19 id of the token of a file; null if it states none. @param token - `token` of the file, of any form. */
export function assetOf(token: unknown): string | null {
  const address = isRecord(token) ? token['address'] : null;
  const asset = isRecord(address) ? address['value'] : address;
  return typeof asset === 'string' ? asset : null;
}
