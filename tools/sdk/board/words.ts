/** Bytes in thousands of bytes, to one digit after the point. */
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
