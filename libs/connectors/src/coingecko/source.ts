import type { ConnectorDeclaration } from '../declaration';
import { coingeckoConnector, type CoingeckoSettings, parseCoingeckoQuery } from './coingecko';

/** CoinGecko. */
export const coingecko = {
  id: 'coingecko',
  needs: null,
  example: 'bitcoin',
  parseQuery: parseCoingeckoQuery,
  readSettings: (read) => ({
    url: read.address('COINGECKO_URL', 'https://api.coingecko.com/api/v3'),
    apiKey: read.secret('COINGECKO_API_KEY'),
  }),
  create: coingeckoConnector,
  environmentAt: (url) => ({ COINGECKO_URL: url }),
} as const satisfies ConnectorDeclaration<CoingeckoSettings>;
