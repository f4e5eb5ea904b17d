import { availableParallelism } from 'node:os';
import { parseUrl } from '@droptrack/resilience';
import { parseRpcUrls, RPC_URLS_FORM, type RpcUrls } from '@droptrack/sources';
import { type Environment, variableReader } from '@droptrack/program';

/** Readers of variables of the API. */
export type ApiVariableReader = ReturnType<typeof apiVariableReader>;

/** Adds the kinds of values that only the API has; see {@link variableReader}. */
export function apiVariableReader(env: Environment, violations: string[]) {
  const read = variableReader(env, violations);
  const { text, listed } = read;
  const origins = (name: string): string[] => {
    const values = listed(name);
    const isOrigin = (value: string): boolean => parseUrl(value)?.origin === value;
    if (!values.every(isOrigin))
      violations.push(`${name} must be a comma-separated list of origins such as https://app.example.com`);
    return values;
  };
  const rpcUrls = (name: string): RpcUrls => {
    const urls = parseRpcUrls(text(name, ''));
    if (urls === null) violations.push(`${name} must be ${RPC_URLS_FORM}`);
    return urls ?? new Map();
  };
  /** Null for 1, which needs no process beside the one that serves. */
  const processes = (name: string): number | null => {
    const value = text(name, '1');
    if (value === 'auto') return availableParallelism();
    if (!/^[1-9][0-9]?$/.test(value)) violations.push(`${name} must be an integer from 1 to 99, or auto`);
    return value === '1' ? null : Number(value);
  };
  return { ...read, origins, rpcUrls, processes };
}
