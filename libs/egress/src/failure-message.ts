import { errors } from 'undici';
import { ResponseTooLongError } from './connection';
import { LateError, type Step } from './deadline';
import { VettingError } from './resolve-vetted';

const LATE: Readonly<Record<Step, string>> = {
  queue: 'too many deliveries to the same host were in flight',
  connect: 'no connection was established',
  answer: 'no response was received',
  body: 'the response did not end',
};

/** Usually the second: browsers fetch missing intermediate certificates themselves, so owners do not notice. */
const UNTRUSTED = 'the certificate authority is not trusted, or an intermediate certificate is missing';

/** Messages by the error codes of Node, OpenSSL and undici. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  EHOSTUNREACH: 'its address is unreachable',
  ENETUNREACH: 'its address is unreachable',
  EADDRNOTAVAIL: 'its address is unreachable',
  ETIMEDOUT: 'no connection was established',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  CERT_REVOKED: 'the certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  INVALID_CA: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too long',
};
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** State of a delivery when it failed. */
export interface FailedAt {
  readonly step: Step;
  /** Timeout of the whole delivery. */
  readonly timeoutMs: number;
}

/**
 * Reason of a failed delivery for the owner of the endpoint, without addresses and without messages of libraries and name
 * servers, which may quote their input.
 */
export function failureMessage(failure: unknown, { step, timeoutMs }: FailedAt): string {
  if (failure instanceof VettingError) return failure.message;
  if (failure instanceof LateError) return `took longer than ${timeoutMs / 1_000} s: ${LATE[failure.step]}`;
  if (failure instanceof ResponseTooLongError) return 'the response is too long';
  const code = failureCode(failure);
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (CLOSED.has(code)) return closedWords(step);
  if (step === 'connect') return 'no TLS connection was established';
  if (step === 'body') return 'the response was cut off';
  return isMalformed(failure) ? 'the response is not valid HTTP/1.1' : 'the request failed';
}

/** True if the receiver closed the connection. */
export const isClosed = (failure: unknown): boolean => CLOSED.has(failureCode(failure));

function closedWords(step: Step): string {
  if (step === 'connect') return 'the connection was closed before it was established';
  return step === 'body' ? 'the response was cut off' : 'the connection was closed before a response was received';
}

const isMalformed = (failure: unknown): boolean =>
  failure instanceof errors.HTTPParserError || failure instanceof errors.ResponseContentLengthMismatchError;

function failureCode(failure: unknown): string {
  const code = typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : null;
  return typeof code === 'string' ? code : '';
}
