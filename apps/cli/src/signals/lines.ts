import { TextDecoder } from 'node:util';

/** Longest line that is read, in bytes; a reading has some two hundred. */
export const LINE_BYTES_MAX = 4_096;

/** One line of a text, or why it is none. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its end; null where it cannot be read. */
  readonly text: string | null;
  /** Why it cannot be read; empty when it can. */
  readonly fault: string;
}

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The lines of UTF-8 text, in constant memory: a line that is too long is passed over.
 * They end with LF or CR LF; a byte order mark is left out, and so are blank lines.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 0;
  let rest: Uint8Array = new Uint8Array();
  let isTooLong = false;
  function lineOf(line: Uint8Array): Line | null {
    number += 1;
    const wasTooLong = isTooLong || line.length > LINE_BYTES_MAX;
    isTooLong = false;
    if (wasTooLong) return { number, text: null, fault: `is longer than ${LINE_BYTES_MAX} bytes` };
    const text = decode(decoder, line);
    if (text === null) return { number, text, fault: 'is not UTF-8 text' };
    const read = number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    return read.trim() === '' ? null : { number, text: read, fault: '' };
  }
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      const line = lineOf(joined(rest, chunk.subarray(from, end)));
      if (line !== null) yield line;
      rest = new Uint8Array();
      from = end + 1;
    }
    rest = joined(rest, chunk.subarray(from));
    if (rest.length > LINE_BYTES_MAX) {
      isTooLong = true;
      rest = new Uint8Array();
    }
  }
  const last = rest.length > 0 || isTooLong ? lineOf(rest) : null;
  if (last !== null) yield last;
}

function joined(rest: Uint8Array, more: Uint8Array): Uint8Array {
  return rest.length === 0 ? more : Buffer.concat([rest, more]);
}

function decode(decoder: TextDecoder, line: Uint8Array): string | null {
  try {
    return decoder.decode(line.at(-1) === CR ? line.subarray(0, -1) : line);
  } catch {
    return null;
  }
}
