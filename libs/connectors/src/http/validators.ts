import { headerLine, type ResponseHeaders } from './header-line';
import type { Validators } from './source-http';

const VALIDATOR = /^[\x20-\x7e]{1,256}$/;

/** Validators of a response; without those that are too long to store, or invalid as a header. */
export function validatorsOf(headers: ResponseHeaders): Validators {
  return { etag: sendable(headerLine(headers, 'etag')), lastModified: sendable(headerLine(headers, 'last-modified')) };
}

const sendable = (line: string | null): string | null => (line !== null && VALIDATOR.test(line) ? line : null);
