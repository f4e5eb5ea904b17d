import { DomainError } from '../errors/domain-error';

/** Results of {@link peekJson}. */
const peeked = new WeakMap<Uint8Array, unknown>();

/**
 * Parses a body.
 *
 * @throws {DomainError} `malformed_json`, without any part of the body.
 */
export function readJson(bytes: Uint8Array): unknown {
  const value = peeked.get(bytes);
  return value === undefined ? parse(bytes) : value;
}

/** Parses a body before its validation, which then reuses the result; undefined if it is not JSON. */
export function peekJson(bytes: Uint8Array): unknown {
  try {
    const value = readJson(bytes);
    peeked.set(bytes, value);
    return value;
  } catch {
    return undefined;
  }
}

function parse(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw malformed('The body is empty; send one JSON object');
  try {
    // JSON has no byte order mark (RFC 8259 §8.1) and must be UTF-8.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    // The message of the parser contains parts of the body.
    throw malformed('The body is not JSON in UTF-8; send one JSON object');
  }
}

const malformed = (message: string): DomainError => new DomainError('malformed_json', message);
