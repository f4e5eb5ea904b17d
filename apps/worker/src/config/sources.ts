import { parseRpcUrls, RPC_URLS_FORM, SOURCE_IDS, type SourcesConfig } from '@droptrack/connectors';
import { PRICE_SOURCE } from '@droptrack/persistence';
import { type Environment, variableReader } from '@droptrack/program';

const ALL = 'all';

/**
 * Reads addresses and keys of sources.
 *
 * @param violations - receives messages, with names of variables but never their values: addresses may contain keys.
 */
export function readSourcesConfig(env: Environment, violations: string[]): SourcesConfig {
  const { address, secret } = variableReader(env, violations);
  const [clientId, clientSecret] = [secret('REDDIT_CLIENT_ID'), secret('REDDIT_CLIENT_SECRET')];
  if ((clientId === null) !== (clientSecret === null)) {
    violations.push('REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET must be given together');
  }
  return {
    off: readOff(env['SOURCES_OFF'] ?? '', violations),
    defillama: { url: address('DEFILLAMA_URL', 'https://api.llama.fi') },
    github: { url: address('GITHUB_URL', 'https://api.github.com'), token: secret('GITHUB_TOKEN') },
    reddit: {
      url: address('REDDIT_URL', 'https://oauth.reddit.com'),
      tokenUrl: address('REDDIT_TOKEN_URL', 'https://www.reddit.com/api/v1/access_token'),
      clientId,
      clientSecret,
    },
    farcaster: {
      url: env['FARCASTER_HUB_URL'] ? address('FARCASTER_HUB_URL', '') : null,
      apiKey: secret('FARCASTER_API_KEY'),
    },
    coingecko: {
      url: address('COINGECKO_URL', 'https://api.coingecko.com/api/v3'),
      apiKey: secret('COINGECKO_API_KEY'),
    },
    polymarket: { url: address('POLYMARKET_URL', 'https://gamma-api.polymarket.com') },
    prices: { url: address('COINS_URL', 'https://coins.llama.fi') },
    snapshot: { url: address('SNAPSHOT_URL', 'https://hub.snapshot.org'), apiKey: secret('SNAPSHOT_API_KEY') },
    evm: { rpcUrls: readRpcUrls(env['EVM_RPC_URLS'] ?? '', violations) },
  };
}

/** Sources of signals, and that of prices. */
const NAMES = [...SOURCE_IDS, PRICE_SOURCE] as const;

function readOff(text: string, violations: string[]): SourcesConfig['off'] {
  const names = entries(text);
  if (names.length === 1 && names[0] === ALL) return new Set(NAMES);
  const off = NAMES.filter((id) => names.includes(id));
  if (new Set(names).size !== off.length) {
    violations.push(`SOURCES_OFF must be ${ALL} or a list of ${NAMES.join(', ')}, separated by commas`);
  }
  return new Set(off);
}

function readRpcUrls(text: string, violations: string[]): ReadonlyMap<string, string> {
  const urls = parseRpcUrls(text);
  if (urls === null) violations.push(`EVM_RPC_URLS must be ${RPC_URLS_FORM}`);
  return urls ?? new Map();
}

const entries = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
