import { secretReason } from '@droptrack/eligibility/secrets';

/**
 * Path of a request target, without query and fragment. Proxies can send the absolute form (RFC 9112 §3.2.2), whose
 * authority is removed, as it may contain a password.
 */
export function pathOf(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';
}

/**
 * Path in which the address of a calendar feed is replaced by its form, since anyone who knows the address can read the feed, and so
 * is a private key or a recovery phrase: problem documents are passed on to others.
 */
export const withoutSecrets = (path: string): string => path.split('/').map(redacted).join('/');

function redacted(segment: string): string {
  const text = decoded(segment);
  if (/dtf_/i.test(text)) return 'dtf_REDACTED';
  return secretReason(text.replaceAll('+', ' ')) === null ? segment : 'REDACTED';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The segment names no route; its valid escapes may still spell a token.
    return segment.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  }
}
