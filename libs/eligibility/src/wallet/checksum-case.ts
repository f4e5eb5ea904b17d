/**
 * Hex digits in the case of a checksum: upper case where the hash has a digit of 8 or above at the same position, as in
 * EIP-55.
 *
 * @param digits - in lower case, at most as many as the hash has.
 */
export function checksumCase(digits: string, hash: Uint8Array): string {
  let cased = '';
  for (let i = 0; i < digits.length; i++) {
    const highestBit = (i & 1) === 0 ? 0x80 : 0x08;
    const digit = digits.charAt(i);
    cased += ((hash[i >> 1] ?? 0) & highestBit) === 0 ? digit : digit.toUpperCase();
  }
  return cased;
}
