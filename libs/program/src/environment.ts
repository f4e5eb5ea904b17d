import { readFileSync } from 'node:fs';
import { parseUrl } from '@droptrack/resilience';
import ipaddr from 'ipaddr.js';
import { DEFAULT_RULESET, type Ruleset, rulesetOf, RULESET_VERSIONS } from '@droptrack/scoring';
import { redisViolation } from './redis-url';

/** Environment variables; an empty one counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Invalid environment. Lists every violation at once, so that a deployment is fixed in one step. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** Each once: several parts of a program read some variables. */
  readonly violations: readonly string[];

  /** @param violations - name variables, never their values: values may be secrets. */
  constructor(violations: readonly string[]) {
    const distinct = [...new Set(violations)];
    super(`Invalid environment:\n${distinct.map((violation) => `  ${violation}`).join('\n')}`);
    this.violations = distinct;
  }

  /** The message in one line, for a log. */
  get line(): string {
    return `Invalid environment: ${this.violations.join('; ')}`;
  }
}

/** Readers of variables, by the kind of the value. */
export type VariableReader = ReturnType<typeof variableReader>;

/**
 * Creates readers that validate one variable each. After a violation they return an unusable value, so that all variables
 * are read; the caller throws a {@link ConfigError} at the end. A fallback is never a violation: where it is derived from
 * another variable, only that one is reported.
 *
 * @param violations - receives a message per violation, with the name of the variable and never its value.
 */
export function variableReader(env: Environment, violations: string[]) {
  const text = (name: string, fallback: string): string => env[name] || fallback;
  const secretText = (name: string): string => readSecret(name, env, violations);
  /** Values separated by commas or white space. */
  const listed = (name: string): string[] =>
    text(name, '')
      .split(/[\s,]+/)
      .filter((value) => value !== '');
  /** URL to which paths are appended, without its trailing slash. */
  const address = (name: string, fallback: string): string => {
    const value = text(name, fallback);
    if (env[name] && !isAddress(value))
      violations.push(`${name} must be an address that begins with https:// or http://`);
    return value.replace(/\/+$/, '');
  };
  /** Key that is sent in a header, which would reject other characters at each request; null without one. */
  const secret = (name: string): string | null => {
    const value = secretText(name);
    if (value === '') return null;
    if (!/^[\x21-\x7e]{1,1024}$/.test(value)) {
      violations.push(`${name} must be at most 1024 visible ASCII characters without blanks`);
    }
    return value;
  };
  /** Base URL of a public address: without user, path or query. */
  const url = (name: string, fallback: string): string => {
    const value = text(name, fallback).replace(/\/+$/, '');
    if (env[name] && !(/^https?:\/\/[^\s?#@/]+$/.test(value) && parseUrl(value) !== null)) {
      violations.push(`${name} must be an http or https address without user, path or query`);
    }
    return value;
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = /^[0-9]{1,9}$/.test(text(name, String(fallback))) ? Number(text(name, String(fallback))) : NaN;
    if (!(value >= min && value <= max)) violations.push(`${name} must be an integer from ${min} to ${max}`);
    return value;
  };
  /** Port to listen on; 0 is any free port. */
  const port = (name: string, fallback: number): number => integer(name, fallback, 0, 65_535);
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = values.find((allowed) => allowed === text(name, fallback));
    if (value === undefined) violations.push(`${name} must be one of ${values.join(', ')}`);
    return value ?? fallback;
  };
  /** Switch that is off by default. */
  const flag = (name: string): boolean => {
    const value = text(name, 'false');
    if (value !== 'true' && value !== 'false') violations.push(`${name} must be true or false`);
    return value === 'true';
  };
  const ruleset = (name: string): Ruleset => {
    const value = rulesetOf(text(name, DEFAULT_RULESET.version));
    if (value === null) violations.push(`${name} must be one of ${RULESET_VERSIONS.join(', ')}`);
    return value ?? DEFAULT_RULESET;
  };
  const servers = serverUrls(secretText, violations);
  const networks = (name: string): string[] => checkedNetworks(name, listed(name), violations);
  const texts = { text, listed, address, url, networks, secret, secretText };
  return { ...texts, ...servers, integer, port, oneOf, flag, ruleset };
}

/**
 * Reads a secret: the variable, or the content of the file that the variable with `_FILE` names, without the line break at its
 * end. Supervisors pass secrets as files, so that no process list and no crash report contains them.
 */
function readSecret(name: string, env: Environment, violations: string[]): string {
  const [value, file] = [env[name] || '', env[`${name}_FILE`] || ''];
  if (file === '') return value;
  if (value !== '') violations.push(`${name} and ${name}_FILE must not both be set`);
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    // A step that should have written it has failed; without the value the program could start with another database.
    if (content === '') violations.push(`${name}_FILE must name a file with a value: it is empty`);
    return content;
  } catch (error) {
    // Without the path: it may be the secret itself, in the wrong variable.
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    violations.push(`${name}_FILE must name a file that this process may read (${code})`);
    return '';
  }
}

/** Readers of addresses of PostgreSQL and Redis, which contain passwords. */
function serverUrls(secretText: (name: string) => string, violations: string[]) {
  /** Null without one. */
  const optionalDatabaseUrl = (name: string): string | null => {
    const value = secretText(name);
    if (value !== '' && !/^postgres(ql)?:\/\/./.test(value)) {
      violations.push(`${name} must begin with postgres:// or postgresql://`);
    } else if (value !== '' && parseUrl(value) === null) {
      violations.push(`${name} must be a valid URL (percent-encode the password: %40 for @, %2F for /, %23 for #)`);
    }
    return value === '' ? null : withStatedTls(value);
  };
  const databaseUrl = (name: string): string => {
    const known = violations.length;
    const value = optionalDatabaseUrl(name);
    if (value === null && violations.length === known) {
      violations.push(`${name} is required (npm start and droptrack up set it for you)`);
    }
    return value ?? '';
  };
  /** Address of a Redis, those of some nodes of a cluster, or those of Sentinels ({@link sentinelsOf}); null without one. */
  const redisNodes = (name: string): readonly string[] | null => {
    const value = secretText(name);
    if (value === '') return null;
    const nodes = value.split(',').map((each) => each.trim());
    const violation = redisViolation(nodes);
    if (violation !== null) violations.push(`${name} ${violation}`);
    return nodes;
  };
  return { optionalDatabaseUrl, databaseUrl, redisNodes };
}

/**
 * States the mode of TLS as the driver applies it: it verifies certificates in each of these modes, and would warn in several
 * lines that a later version will not.
 */
function withStatedTls(databaseUrl: string): string {
  if (/[?&]uselibpqcompat=/.test(databaseUrl)) return databaseUrl;
  return databaseUrl.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** True for an http or https URL. */
export const isAddress = (text: string): boolean => /^https?:$/.test(parseUrl(text)?.protocol ?? '');

/** Addresses and networks, such as 10.0.0.0/8. */
function checkedNetworks(name: string, values: string[], violations: string[]): string[] {
  if (!values.every(isNetwork)) {
    violations.push(`${name} must be a comma-separated list of addresses or networks such as 10.0.0.0/8`);
  }
  return values;
}

const isNetwork = (value: string): boolean => ipaddr.isValid(value) || ipaddr.isValidCIDR(value);
