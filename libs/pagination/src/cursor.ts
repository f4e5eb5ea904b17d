import { CURSOR_LENGTH_MAX } from '@droptrack/contracts';
import { fromBase64Url, toBase64Url } from './base64url';
import { crc32 } from './crc32';
import type { Position } from './position';

/** A cursor that was altered, is of an old layout, or was made for another list. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

/** A position that no cursor can carry, such as a key that is not finite: a bug of whoever made it. */
export class InvalidPositionError extends Error {
  override readonly name = 'InvalidPositionError';
}

/** Grows when the bytes of a cursor change their meaning; older cursors are refused from then on. */
const LAYOUT = 1;
const CRC_BYTES = 4;
const KEY_LENGTH_MAX = 64;
/** Slugs, and ids with a prefix such as `cal_…`. */
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Packs a position into an opaque, URL-safe token: base64url of a JSON array of the
 * layout, a hash of the scope, key and id, and of the CRC32 of that array.
 *
 * The hash and the sum guard against accidents and mix-ups, not against forgery: a
 * cursor carries no authority, its worst abuse is to start a list in its middle.
 *
 * @param position - its key finite or at most 64 characters, its id a slug or `cal_…`.
 * @param scope - the list it belongs to, from `cursorScope`.
 * @throws {InvalidPositionError} for any other position, and for a key of so many control
 *   characters that its cursor would be too long to be read back.
 */
export function encodeCursor(position: Position, scope: string): string {
  if (!isKey(position.key) || !isId(position.id)) throw new InvalidPositionError('Position does not fit a cursor');
  const token = pack(position, scope);
  if (token.length > CURSOR_LENGTH_MAX) throw new InvalidPositionError('Position is too long for a cursor');
  return token;
}

/**
 * Reads a token back. The inverse of {@link encodeCursor} for the same scope, and of
 * nothing else: whatever does not encode again to the very same token is refused.
 *
 * @throws {InvalidCursorError} for anything else, whatever is wrong with it: a
 *   caller can only start the list again.
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
 * The position a token claims, or null when it has none. Layout, scope and sum are
 * not looked at: they are part of the token that the position must encode to.
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

// Marked as pure so that bundles without cursors leave them out.
const ENCODER = /* @__PURE__ */ new TextEncoder();
const DECODER = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

const utf8 = (text: string): Uint8Array => ENCODER.encode(text);

const isId = (value: unknown): value is string => typeof value === 'string' && ID_PATTERN.test(value);

const isKey = (value: unknown): value is Position['key'] =>
  value === null || Number.isFinite(value) || (typeof value === 'string' && value.length <= KEY_LENGTH_MAX);
