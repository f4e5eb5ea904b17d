import { randomBytes } from 'node:crypto';

/** As much of a request as an id needs: HTTP/1 or 2. */
interface Carrier {
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/** What a client may send as its own `X-Request-Id`. */
const CLIENT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Makes ids for requests: the client's own where it is usable, else `req_`, 8 random
 * characters of this process and a running number. Unique without a random draw a request.
 */
export function requestIds(processId: string = randomBytes(6).toString('base64url')): (request: Carrier) => string {
  let count = 0;
  return ({ headers }) => {
    const own = headers['x-request-id'];
    if (typeof own === 'string' && CLIENT_ID.test(own)) return own;
    count += 1;
    return `req_${processId}${count.toString(36).padStart(6, '0')}`;
  };
}
