import { CURSOR_LENGTH_MAX } from '@droptrack/contracts';
import { fromBase64Url, toBase64Url } from './base64url';
import { crc32 } from './crc32';
import type { Position } from './position';

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
const KEY_LENGTH_MAX = 64;
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
