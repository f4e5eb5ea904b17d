import { HOST_LENGTH_MAX } from '@droptrack/contracts';
import { domainToASCII, domainToUnicode } from 'node:url';
import { DomainError } from '../../platform/errors/domain-error';

/** Host in the two forms in which it is compared. */
export interface Host {
  /** In ASCII and lower case, without a dot at the end. */
  readonly ascii: string;
  readonly unicode: string;
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Parses a host of the web: a name with at least one dot, in ASCII or Unicode.
 *
 * @throws {DomainError} `invalid_parameter` for anything else, such as a URL or an IP address.
 */
export function parseHost(text: string): Host {
  if (text.length > HOST_LENGTH_MAX + 1) throw invalidHost('length', `must have at most ${HOST_LENGTH_MAX} characters`);
  // These end or escape a host in a URL, so that `domainToASCII` would return another one than the caller means.
  const isPlain = !/[\s/\\?#@:[\]%]/.test(text);
  const ascii = isPlain ? domainToASCII(text).replace(/\.$/, '') : '';
  const labels = ascii.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (!isName || ascii.length > HOST_LENGTH_MAX) throw invalidForm();
  return { ascii, unicode: domainToUnicode(ascii) };
}

const invalidHost = (code: string, detail: string): DomainError =>
  new DomainError('invalid_parameter', `host ${detail}`, { errors: [{ parameter: 'host', code, detail }] });

/** Rejection of a text that is no host name. */
export const invalidForm = (): DomainError =>
  invalidHost('format', 'must be a host name such as linea.build, without scheme, port or path, and no IP address');
