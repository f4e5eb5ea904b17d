import { parseRpcUrls, RPC_URLS_FORM } from '@droptrack/connectors';
import { FINDER_IDS, type FinderId } from '@droptrack/discovery';
import { isAddress, type VariableReader } from '@droptrack/program';
import type { FindersConfig } from './finders-config';

/** Settings of discovery that the worker and the command line share. */
export interface DiscoverySettings {
  readonly finders: FindersConfig;
  /** Base URLs, without a trailing slash, in the order in which they are asked for a list; at least one. */
  readonly ipfsGateways: readonly string[];
  /** Maximum number of new candidates per source and UTC day. */
  readonly newPerDayMax: number;
}

const ALL = 'all';
/** Maximum number of URLs in one variable. */
const URLS_MAX = 20;
const GATEWAYS = ['https://ipfs.io', 'https://dweb.link', 'https://gateway.pinata.cloud'];
const LOOKBACK_DAYS = { default: 30, min: 0, max: 365 } as const;
const NEW_PER_DAY = { default: 50, min: 0, max: 10_000 } as const;

/**
 * Reads the settings of discovery.
 *
 * @param violations - receives messages, with names of variables but never their values: URLs may contain keys.
 */
export function readDiscoverySettings(read: VariableReader, violations: string[]): DiscoverySettings {
  return {
    finders: readFindersConfig(read, violations),
    ipfsGateways: readUrls('IPFS_GATEWAYS', GATEWAYS, read, violations),
    newPerDayMax: integer(read, 'DISCOVERY_NEW_PER_DAY', NEW_PER_DAY),
  };
}

function readFindersConfig(read: VariableReader, violations: string[]): FindersConfig {
  const index = read.text('ROTKI_INDEX_URL', '');
  return {
    off: readOff(read, violations),
    evmCampaigns: {
      rpcUrls: readRpcUrls(read, violations),
      factoriesFile: read.text('DISCOVERY_FACTORIES', '') || null,
      lookbackDays: integer(read, 'DISCOVERY_LOOKBACK_DAYS', LOOKBACK_DAYS),
    },
    polymarket: { url: read.address('POLYMARKET_URL', 'https://gamma-api.polymarket.com') },
    defillama: {
      url: read.address('DEFILLAMA_URL', 'https://api.llama.fi'),
      airdropsUrl: read.address('DEFILLAMA_AIRDROPS_URL', 'https://airdrops.llama.fi'),
    },
    merkl: { url: read.address('MERKL_URL', 'https://api.merkl.xyz') },
    snapshot: {
      url: read.address('SNAPSHOT_URL', 'https://hub.snapshot.org'),
      apiKey: read.secret('SNAPSHOT_API_KEY'),
    },
    discourse: { urls: readUrls('DISCOURSE_FORUMS', [], read, violations) },
    rotkiIndex: { url: index === '' ? null : read.address('ROTKI_INDEX_URL', index) },
  };
}

/** All finders if all sources are off: an operator who turns the sources off expects no requests. */
function readOff(read: VariableReader, violations: string[]): ReadonlySet<FinderId> {
  const names = read.listed('FINDERS_OFF');
  const isAll = names.length === 1 && names[0] === ALL;
  const off = FINDER_IDS.filter((id) => names.includes(id));
  if (!isAll && new Set(names).size !== off.length) {
    violations.push(`FINDERS_OFF must be ${ALL} or a list of ${FINDER_IDS.join(', ')}, separated by commas`);
  }
  return new Set(isAll || read.text('SOURCES_OFF', '').trim() === ALL ? FINDER_IDS : off);
}

function readRpcUrls(read: VariableReader, violations: string[]): ReadonlyMap<string, string> {
  const urls = parseRpcUrls(read.text('EVM_RPC_URLS', ''));
  if (urls === null) violations.push(`EVM_RPC_URLS must be ${RPC_URLS_FORM}`);
  return urls ?? new Map();
}

function readUrls(
  name: string,
  defaults: readonly string[],
  read: VariableReader,
  violations: string[],
): readonly string[] {
  const listed = read.listed(name);
  const urls = (listed.length > 0 ? listed : defaults).map((url) => url.replace(/\/+$/, ''));
  if (urls.length > URLS_MAX || new Set(urls).size < urls.length || !urls.every(isAddress)) {
    const form = `at most ${URLS_MAX} different addresses that begin with https:// or http://, separated by commas`;
    violations.push(`${name} must be ${form}`);
  }
  return urls;
}

const integer = (
  read: VariableReader,
  name: string,
  bounds: { readonly default: number; readonly min: number; readonly max: number },
): number => read.integer(name, bounds.default, bounds.min, bounds.max);
