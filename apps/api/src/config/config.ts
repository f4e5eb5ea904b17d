/** What the API needs from its environment. Built once, in main.ts, and passed on. */
export interface Config {
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** What links and problem types begin with; no slash at the end. */
    readonly publicUrl: string;
    /** Origins that browsers may call from; empty allows none. */
    readonly corsOrigins: readonly string[];
  };
  readonly database: { readonly url: string; readonly poolSize: number };
  readonly metrics: { readonly host: string; readonly port: number };
  readonly logLevel: LogLevel;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lists every fault at once, so that a bad deployment is mended in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    super(`Invalid environment:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads and checks the environment. The only function of the API that knows
 * variable names; `.env.example` lists the same ones, and a test holds the two
 * together.
 *
 * @throws {ConfigError} naming the variables, never their values: values may be secrets.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read = reader(env, faults);
  const port = read.integer('PORT', 3000, 0, 65_535);
  const config: Config = {
    http: {
      host: read.text('HOST', '127.0.0.1'),
      port,
      publicUrl: read.url('PUBLIC_URL', `http://localhost:${port}`),
      corsOrigins: read.origins('CORS_ORIGINS'),
    },
    database: { url: read.databaseUrl('DATABASE_URL'), poolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 100) },
    metrics: { host: read.text('METRICS_HOST', '127.0.0.1'), port: read.integer('METRICS_PORT', 9464, 0, 65_535) },
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Readers of one kind of value each; what is wrong goes to `faults`, and reading goes on. */
function reader(env: Readonly<Record<string, string | undefined>>, faults: string[]) {
  const text = (name: string, fallback: string): string => env[name] || fallback;
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = /^[0-9]{1,9}$/.test(text(name, String(fallback))) ? Number(text(name, String(fallback))) : NaN;
    if (!(value >= min && value <= max)) faults.push(`${name} must be an integer from ${min} to ${max}`);
    return value;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = values.find((allowed) => allowed === text(name, fallback));
    if (value === undefined) faults.push(`${name} must be one of ${values.join(', ')}`);
    return value ?? fallback;
  };
  const url = (name: string, fallback: string): string => {
    const value = text(name, fallback).replace(/\/+$/, '');
    if (!/^https?:\/\/[^\s?#@/]+$/.test(value) || !URL.canParse(value)) {
      faults.push(`${name} must be an http or https address without user, path or query`);
    }
    return value;
  };
  const origins = (name: string): string[] => {
    const values = text(name, '')
      .split(/[\s,]+/)
      .filter((value) => value !== '');
    const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;
    if (!values.every(isOrigin)) faults.push(`${name} must be a comma list of origins such as https://app.example.com`);
    return values;
  };
  const databaseUrl = (name: string): string => {
    const value = text(name, '');
    if (value === '') faults.push(`${name} is required (npm start and droptrack up set it for you)`);
    else if (!/^postgres(ql)?:\/\/./.test(value)) faults.push(`${name} must begin with postgres:// or postgresql://`);
    return value;
  };
  return { text, integer, oneOf, url, origins, databaseUrl };
}
