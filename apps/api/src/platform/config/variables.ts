import { parseRpcUrls, RPC_URLS_FORM } from '@droptrack/connectors';
import { DEFAULT_RULESET, type Ruleset, rulesetOf, RULESET_VERSIONS } from '@droptrack/scoring';
import ipaddr from 'ipaddr.js';

/** Readers of one kind of value each; what is wrong goes to `faults`, and reading goes on. */
export function variableReader(env: Readonly<Record<string, string | undefined>>, faults: string[]) {
  const text = (name: string, fallback: string): string => env[name] || fallback;
  const listed = (name: string): string[] =>
    text(name, '')
      .split(/[\s,]+/)
      .filter((value) => value !== '');
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
  const ruleset = (name: string): Ruleset => {
    const value = rulesetOf(text(name, DEFAULT_RULESET.version));
    if (value === null) faults.push(`${name} must be one of ${RULESET_VERSIONS.join(', ')}`);
    return value ?? DEFAULT_RULESET;
  };
  const url = (name: string, fallback: string): string => {
    const value = text(name, fallback).replace(/\/+$/, '');
    if (!/^https?:\/\/[^\s?#@/]+$/.test(value) || !URL.canParse(value)) {
      faults.push(`${name} must be an http or https address without user, path or query`);
    }
    return value;
  };
  const origins = (name: string): string[] => {
    const values = listed(name);
    const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;
    if (!values.every(isOrigin)) faults.push(`${name} must be a comma list of origins such as https://app.example.com`);
    return values;
  };
  const networks = (name: string): string[] => {
    const values = listed(name);
    if (!values.every(isNetwork)) {
      faults.push(`${name} must be a comma list of addresses or networks such as 10.0.0.0/8`);
    }
    return values;
  };
  const redisUrl = (name: string): string | null => {
    const value = text(name, '');
    const isRedis = value === '' || (/^rediss?:\/\/./.test(value) && URL.canParse(value));
    if (!isRedis) faults.push(`${name} must begin with redis:// or rediss://`);
    return value === '' ? null : value;
  };
  const databaseUrl = (name: string): string => {
    const value = text(name, '');
    if (value === '') faults.push(`${name} is required (npm start and droptrack up set it for you)`);
    else if (!/^postgres(ql)?:\/\/./.test(value)) faults.push(`${name} must begin with postgres:// or postgresql://`);
    return value;
  };
  const rpcUrls = (name: string): ReadonlyMap<string, string> => {
    const urls = parseRpcUrls(text(name, ''));
    if (urls === null) faults.push(`${name} must be ${RPC_URLS_FORM}`);
    return urls ?? new Map();
  };
  return { text, listed, integer, oneOf, ruleset, url, origins, networks, databaseUrl, redisUrl, rpcUrls };
}

const isNetwork = (value: string): boolean => ipaddr.isValid(value) || ipaddr.isValidCIDR(value);
