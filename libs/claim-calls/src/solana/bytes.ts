import { publicKeyText } from './public-key';

/** Little-endian integers, flags and base58 addresses in the data of an account, by their offsets. */
export function viewOf(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const bytes = (offset: number): Uint8Array => data.slice(offset, offset + 32);
  return {
    bytes,
    key: (offset: number) => publicKeyText(bytes(offset)),
    u64: (offset: number) => view.getBigUint64(offset, true),
    i64: (offset: number) => view.getBigInt64(offset, true),
    u8: (offset: number) => view.getUint8(offset),
  };
}

/** Bytes of a little-endian unsigned integer. */
export const littleEndian = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, n) => Number((value >> BigInt(8 * n)) & 255n));

export const joined = (...parts: readonly Iterable<number>[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Bytes of a base64 text; null for another text. */
export function bytesOfBase64(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text))
    return null;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
