import { randomBytes } from 'node:crypto';
import { parseUrl } from '@droptrack/resilience';
import { formatSecret, parseSecret, SECRET_BYTES } from '@droptrack/webhooks';
import { CliError, INVALID_ARGUMENT } from '../../../output/cli-error';

/** @throws {CliError} for another scheme than http and https. */
export function targetUrl(text: string, flag: string): URL {
  const url = parseUrl(text);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new CliError(INVALID_ARGUMENT, `${flag} must be a URL such as http://localhost:4000/hooks`);
}

/** Secret that deliveries are signed with. */
export interface DevelopmentSecret {
  /** `whsec_…` */
  readonly secret: string;
  /** True if it is new, so that the receiver cannot know it yet. */
  readonly isNew: boolean;
}

/**
 * The secret that is given, that of `DROPTRACK_WEBHOOK_SECRET`, which receivers read, or else a new one.
 *
 * @throws {CliError} for an invalid one, without a quote of it.
 */
export function developmentSecret(given: string | null, fromEnvironment: string | undefined): DevelopmentSecret {
  const secret = given ?? (fromEnvironment?.split(' ')[0] || undefined);
  if (secret === undefined) return { secret: formatSecret(randomBytes(SECRET_BYTES.given)), isNew: true };
  try {
    parseSecret(secret);
  } catch (cause) {
    const source = given === null ? 'DROPTRACK_WEBHOOK_SECRET' : '--secret';
    throw new CliError(INVALID_ARGUMENT, `${source} must be whsec_ and base64 of 24 to 64 bytes`, { cause });
  }
  return { secret, isNew: false };
}

/** Line with a new secret, which the receiver needs. */
export const secretRemark = ({ secret }: DevelopmentSecret): string =>
  `Signed with a new secret. Start the receiver with DROPTRACK_WEBHOOK_SECRET=${secret}`;
