/** Generator polynomial of CRC-32/ISO-HDLC, bit-reversed. */
const POLYNOMIAL = 0xedb88320;

// Marked as pure, so that bundlers drop the table if it is unused.
const TABLE = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  return rest;
});

/**
 * CRC-32/ISO-HDLC (as in zip, PNG and Ethernet), from 0 to 2^32 - 1.
 *
 * Detects accidental changes. It does not authenticate: anyone can compute it.
 */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (TABLE[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
