/** `0x` and lower-case hex digits of bytes. */
export const hexOfBytes = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Hex quantity of JSON-RPC. */
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;

/** Number of a hex quantity of at most 256 bits; null for another value. */
export const numberOf = (value: unknown): bigint | null =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null;
