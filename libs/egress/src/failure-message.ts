import { errors } from 'undici';
import { AnswerTooLongError } from './connection';
import { LateError, type Step } from './deadline';
import { VettingError } from './resolve-vetted';

const LATE: Readonly<Record<Step, string>> = {
  queue: 'too many deliveries to the same host were under way',
  connect: 'no connection was made',
  answer: 'no answer came',
  body: 'the answer did not end',
};

/** Receivers mostly find the second, as browsers get intermediate certificates by themselves. */
const UNTRUSTED = 'the certificate is of an authority that is not trusted, or an intermediate one is missing';

/** By the codes of Node, OpenSSL and undici. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  EHOSTUNREACH: 'its address cannot be reached',
  ENETUNREACH: 'its address cannot be reached',
  EADDRNOTAVAIL: 'its address cannot be reached',
  ETIMEDOUT: 'no connection was made',
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
  UND_ERR_HEADERS_OVERFLOW: 'the head of the answer is too long',
};
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** What was under way when it failed. */
export interface FailedAt {
  readonly step: Step;
  /** Of the whole delivery. */
  readonly timeoutMs: number;
}

/**
 * Why a delivery failed, for the owner of the endpoint: without an address, and without what libraries and name servers
 * say, which may quote what they were given.
 */
export function failureWords(failure: unknown, { step, timeoutMs }: FailedAt): string {
  if (failure instanceof VettingError) return failure.message;
  if (failure instanceof LateError) return `took longer than ${timeoutMs / 1_000} s: ${LATE[failure.step]}`;
  if (failure instanceof AnswerTooLongError) return 'the answer is too long';
  const code = failureCode(failure);
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (CLOSED.has(code)) return closedWords(step);
  if (step === 'connect') return 'no TLS connection could be made';
  if (step === 'body') return 'the answer broke off';
  return isMalformed(failure) ? 'the answer is not one of HTTP/1.1' : 'the request failed';
}

/** Whether the other side closed the connection. */
export const isClosed = (failure: unknown): boolean => CLOSED.has(failureCode(failure));

function closedWords(step: Step): string {
  if (step === 'connect') return 'the connection was closed before it was made';
  return step === 'body' ? 'the answer broke off' : 'the connection was closed before an answer came';
}

const isMalformed = (failure: unknown): boolean =>
  failure instanceof errors.HTTPParserError || failure instanceof errors.ResponseContentLengthMismatchError;

function failureCode(failure: unknown): string {
  const code = typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : null;
  return typeof code === 'string' ? code : '';
}
