const startsWith =
  (...first: readonly number[]) =>
  (start: Uint8Array): boolean =>
    first.every((byte, i) => start[i] === byte);

const isLocalFile = startsWith(0x50, 0x4b, 0x03, 0x04);
const isEmptyZip = startsWith(0x50, 0x4b, 0x05, 0x06);

/** True for data that begins like gzip. */
export const isGzip = startsWith(0x1f, 0x8b);

/** True for data that begins like a frame of Zstandard. */
export const isZstd = startsWith(0x28, 0xb5, 0x2f, 0xfd);

/** True for data that begins like a zip archive. */
export const isZip = (start: Uint8Array): boolean => isLocalFile(start) || isEmptyZip(start);
