import { DomainError } from '../errors/domain-error';

/** Bodies that were looked into before they were due. */
const peeked = new WeakMap<Uint8Array, unknown>();

/**
 * What a body says.
 *
 * @throws {DomainError} `malformed_json`, without a word of the body.
 */
export function readJson(bytes: Uint8Array): unknown {
  const value = peeked.get(bytes);
  return value === undefined ? parse(bytes) : value;
}

/** What a body seems to say, for those who must know before it is due; it is not read again then. Undefined for no JSON. */
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
    // A byte order mark is no part of JSON (RFC 8259 §8.1), and neither are bytes that are no UTF-8.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    // The parser's own message quotes the body.
    throw malformed('The body is not JSON in UTF-8; send one JSON object');
  }
}

const malformed = (message: string): DomainError => new DomainError('malformed_json', message);
