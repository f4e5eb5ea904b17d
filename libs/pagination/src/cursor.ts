import { CURSOR_LENGTH_MAX } from '@droptrack/contracts';

/** End of a page: sort key of the last row, and its id as tie-breaker. */
export interface Position {
  /** Sort key; null for rows without a value, which come last. */
  readonly key: number | string | null;
  readonly id: string;
}

/** The cursor was modified, has an old layout, or belongs to another list. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

/** The position cannot be encoded, for example because its key is not finite; a bug of the caller. */
export class InvalidPositionError extends Error {
  override readonly name = 'InvalidPositionError';
}

/** Version of the layout; cursors with another version are rejected. */
const LAYOUT = 1;
const CRC_BYTES = 4;
/** Longest text that is a sort key, in UTF-16 units. */
export const KEY_LENGTH_MAX = 64;
/** Slugs and prefixed ids such as `cal_…`. */
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Encodes a position as an opaque, URL-safe token: base64url of a JSON array (layout, hash of the scope, key, id) followed
 * by the CRC32 of that array.
 *
 * Hash and CRC detect accidents, not forgery: a cursor grants no access, and a forged one only starts a list elsewhere.
 *
 * @param position - its key is null, finite, or a string of at most 64 characters; its id is a slug or a prefixed id.
 * @param scope - list to which the cursor belongs, from `cursorScope`.
 * @throws {InvalidPositionError} for any other position, and if escaping makes the cursor too long.
 */
export function encodeCursor(position: Position, scope: string): string {
  if (!isKey(position.key) || !isId(position.id)) throw new InvalidPositionError('Position does not fit a cursor');
  const token = pack(position, scope);
  if (token.length > CURSOR_LENGTH_MAX) throw new InvalidPositionError('Position is too long for a cursor');
  return token;
}

/**
 * Decodes a cursor. Accepts only the exact output of {@link encodeCursor} for the same scope.
 *
 * @throws {InvalidCursorError} for any other text; the only remedy is to start the list again.
 */
export function decodeCursor(token: string, scope: string): Position {
  const position = token.length <= CURSOR_LENGTH_MAX ? unpack(token) : null;
  if (position === null || pack(position, scope) !== token) {
    throw new InvalidCursorError('Cursor does not belong to this list');
  }
  return position;
}

function pack({ key, id }: Position, scope: string): string {
  const content = utf8(JSON.stringify([LAYOUT, crc32(utf8(scope)), key, id]));
  const bytes = new Uint8Array(content.length + CRC_BYTES);
  bytes.set(content);
  new DataView(bytes.buffer).setUint32(content.length, crc32(content), true);
  return toBase64Url(bytes);
}

/**
 * Position of a token, or null if it has none. Layout, scope and CRC are verified by encoding the position again.
 */
function unpack(token: string): Position | null {
  try {
    const content = fromBase64Url(token).subarray(0, -CRC_BYTES);
    const [, , key, id]: unknown[] = JSON.parse(DECODER.decode(content));
    return isKey(key) && isId(id) ? { key, id } : null;
  } catch {
    return null;
  }
}

// Marked as pure, so that bundlers drop them if they are unused.
const ENCODER = /* @__PURE__ */ new TextEncoder();
const DECODER = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

const utf8 = (text: string): Uint8Array => ENCODER.encode(text);

const isId = (value: unknown): value is string => typeof value === 'string' && ID_PATTERN.test(value);

const isKey = (value: unknown): value is Position['key'] =>
  value === null || Number.isFinite(value) || (typeof value === 'string' && value.length <= KEY_LENGTH_MAX);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes bytes as base64url without padding (RFC 4648 §5). Intended for inputs of at most a few kilobytes. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const group = (first << 16) | (second << 8) | third;
    text += charAt(group >> 18) + charAt(group >> 12);
    if (at + 1 < bytes.length) text += charAt(group >> 6);
    if (at + 2 < bytes.length) text += charAt(group);
  }
  return text;
}

const charAt = (bits: number): string => ALPHABET.charAt(bits & 63);

/**
 * Decodes base64url with or without padding. Lenient: several texts decode to the same bytes, so callers that require the
 * canonical text must encode the bytes again and compare.
 *
 * @throws {DOMException} if the text is not base64.
 */
export function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

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

/** Value of a sort or filter: one value, or several alternatives. */
export type ScopeValue = string | number | boolean | readonly (string | number | boolean)[] | null | undefined;

/**
 * Identifies a list with its sort and filters, so that a cursor of one list cannot be used with another.
 *
 * Equivalent lists have equal scopes, regardless of the order of parts and alternatives, and of arrays with a single value.
 * A part that is null or undefined equals an absent one.
 *
 * @param list - name of the list, such as `drops` or `calendar`.
 * @param parts - effective sort, order and filters, including defaults: a default that depends on the day, such as `from`,
 *   would otherwise change silently between pages. Excludes `limit` and `cursor`.
 */
export function cursorScope(list: string, parts: Readonly<Record<string, ScopeValue>>): string {
  const entries: unknown[] = [list];
  for (const name of Object.keys(parts).sort()) {
    const value = parts[name];
    if (value !== undefined && value !== null) entries.push([name, ...textsOf(value)]);
  }
  return JSON.stringify(entries);
}

function textsOf(value: NonNullable<ScopeValue>): string[] {
  if (typeof value !== 'object') return [String(value)];
  return value.length === 1 ? [String(value[0])] : [...new Set(value.map(String).sort())];
}
