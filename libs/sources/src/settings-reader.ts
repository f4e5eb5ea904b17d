import { type Environment, isAddress, type VariableReader, variableReader } from '@droptrack/program';
import { parseRpcUrls, RPC_URLS_FORM, type RpcUrls } from './rpc-urls';

const ALL = 'all';
/** Maximum number of URLs in one variable. */
const URLS_MAX = 20;

/** Readers of the variables of sources. */
export type SettingsReader = ReturnType<typeof settingsReader>;

/**
 * Creates the readers of the variables of sources.
 *
 * @param violations - receives messages, with names of variables but never their values: URLs may contain keys. A violation of
 *   a variable that several sources share is reported by each.
 */
export function settingsReader(env: Environment, violations: string[]) {
  const { text, listed, address, secret, integer }: VariableReader = variableReader(env, violations);
  /** URL of a source that the operator runs or selects; null without one. */
  const optionalAddress = (name: string): string | null => (env[name] ? address(name, '') : null);
  /** Different URLs, without trailing slashes; the fallbacks without any. */
  const addresses = (name: string, fallbacks: readonly string[]): readonly string[] => {
    const named = listed(name);
    const urls = (named.length > 0 ? named : fallbacks).map((url) => url.replace(/\/+$/, ''));
    if (urls.length > URLS_MAX || new Set(urls).size < urls.length || !urls.every(isAddress)) {
      const form = `at most ${URLS_MAX} different addresses that begin with https:// or http://, separated by commas`;
      violations.push(`${name} must be ${form}`);
    }
    return urls;
  };
  /** Two keys that belong together; null without them. */
  const secrets = (name: string, other: string): readonly [string, string] | null => {
    const known = violations.length;
    const [one, two] = [secret(name), secret(other)];
    if ((one === null) !== (two === null) && violations.length === known) {
      violations.push(`${name} and ${other} must be given together`);
    }
    return one === null || two === null ? null : [one, two];
  };
  /** JSON-RPC URLS of nodes, by the names that catalogue files use as `rpc`; null without any. */
  const rpcUrls = (name = 'EVM_RPC_URLS'): RpcUrls | null => {
    const urls = parseRpcUrls(text(name, ''));
    if (urls === null) violations.push(`${name} must be ${RPC_URLS_FORM}`);
    return urls === null || urls.size === 0 ? null : urls;
  };
  const isAllOff = (name: string): boolean => {
    const [first, ...others] = listed(name);
    return first === ALL && others.length === 0;
  };
  /** Ids that a variable names; all of them for `all`. */
  const switchedOff = <Id extends string>(name: string, ids: readonly Id[]): readonly Id[] => {
    const names = listed(name);
    if (isAllOff(name)) return ids;
    const off = ids.filter((id) => names.includes(id));
    if (new Set(names).size !== off.length) {
      violations.push(`${name} must be ${ALL} or a list of ${ids.join(', ')}, separated by commas`);
    }
    return off;
  };
  return { text, address, optionalAddress, addresses, secret, secrets, integer, rpcUrls, isAllOff, switchedOff };
}
