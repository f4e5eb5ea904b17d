import type { FinderDeclaration } from '../declaration';
import { polymarketFinder, type PolymarketSettings } from './polymarket';

/** Markets of Polymarket. */
export const polymarket = {
  id: 'polymarket',
  needs: null,
  readSettings: (read) => ({ url: read.address('POLYMARKET_URL', 'https://gamma-api.polymarket.com') }),
  create: (settings) => [polymarketFinder(settings)],
  environmentAt: (url) => ({ POLYMARKET_URL: url }),
} as const satisfies FinderDeclaration<PolymarketSettings>;
