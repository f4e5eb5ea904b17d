import type { ConnectorDeclaration } from '../declaration';
import { parsePolymarketQuery, polymarketConnector, type PolymarketSettings } from './polymarket';

/** Polymarket, whose markets end: the example is one that it does not have. */
export const polymarket = {
  id: 'polymarket',
  needs: null,
  example: 'droptrack-probe',
  parseQuery: parsePolymarketQuery,
  readSettings: (read) => ({ url: read.address('POLYMARKET_URL', 'https://gamma-api.polymarket.com') }),
  create: polymarketConnector,
  environmentAt: (url) => ({ POLYMARKET_URL: url }),
} as const satisfies ConnectorDeclaration<PolymarketSettings>;
