import { parseRpcUrls, RPC_URLS_FORM } from '@droptrack/connectors';
import { type Environment, variableReader } from '@droptrack/program';

/** Readers of variables of the API. */
export type ApiVariableReader = ReturnType<typeof apiVariableReader>;

/** Adds the kinds of values that only the API has; see {@link variableReader}. */
export function apiVariableReader(env: Environment, violations: string[]) {
  const read = variableReader(env, violations);
  const { text, listed } = read;
  const origins = (name: string): string[] => {
    const values = listed(name);
    const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;
    if (!values.every(isOrigin))
      violations.push(`${name} must be a comma-separated list of origins such as https://app.example.com`);
    return values;
  };
  const rpcUrls = (name: string): ReadonlyMap<string, string> => {
    const urls = parseRpcUrls(text(name, ''));
    if (urls === null) violations.push(`${name} must be ${RPC_URLS_FORM}`);
    return urls ?? new Map();
  };
  return { ...read, origins, rpcUrls };
}
