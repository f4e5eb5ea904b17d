import type { FinderDeclaration } from '../declaration';
import { LOOKBACK_DAYS } from '../lookback-days';
import { merklFinder, type MerklSettings } from './merkl';

/** Drops and programs of Merkl. */
export const merkl = {
  id: 'merkl',
  needs: null,
  readSettings: (read) => ({
    url: read.address('MERKL_URL', 'https://api.merkl.xyz'),
    apiKey: read.secret('MERKL_API_KEY'),
    lookbackDays: read.integer(...LOOKBACK_DAYS),
  }),
  create: (settings) => [merklFinder(settings)],
  environmentAt: (url) => ({ MERKL_URL: url }),
} as const satisfies FinderDeclaration<MerklSettings>;
