import { randomBytes } from 'node:crypto';

/** As much of a request as an id needs: HTTP/1 or 2. */
interface Carrier {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/**
 * Forms of `X-Request-Id` that are kept: UUID (RFC 9562), ULID, trace id (W3C Trace Context §3.2.2.3), and our own.
 * An id is logged, so its form must leave no room for a wallet or an API key: 40 hexadecimal digits, 32 to 44 base58
 * characters, 40 characters.
 */
export const CLIENT_ID_PATTERN =
  /^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}|[0-9a-f]{32}|req_[A-Za-z0-9_-]{14,20})$/;

/** Beginning of every Solana address of only 32 characters: 29 or more leading zero bytes. */
const SHORT_SOLANA_PREFIX = '1'.repeat(29);

/**
 * Makes ids for requests: the client's own if its form is kept, else `req_`, 8 random
 * characters of this process and a running number. Unique without a random draw a request.
 */
export function requestIds(processId: string = randomBytes(6).toString('base64url')): (request: Carrier) => string {
  let count = 0;
  return ({ headers }) => {
    const own = headers['x-request-id'];
    if (typeof own === 'string' && isKept(own)) return own;
    count += 1;
    return `req_${processId}${count.toString(36).padStart(6, '0')}`;
  };
}

const isKept = (id: string): boolean => CLIENT_ID_PATTERN.test(id) && !id.startsWith(SHORT_SOLANA_PREFIX);
