/**
 * Headers of every response: browsers neither guess its type, nor run, frame or name what it is (OWASP REST security
 * cheat sheet). Pages replace the policy by their own.
 */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;
