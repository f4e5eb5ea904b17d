/**
 * Security headers of every response (OWASP REST Security Cheat Sheet): no MIME sniffing, scripts, frames or referrers.
 * Pages replace the content security policy.
 */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;
