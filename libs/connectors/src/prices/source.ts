import type { PriceReader, SourceDeclaration } from '@droptrack/sources';
import type { PriceSettings } from './coins';
import { priceReader } from './price-reader';

/** Prices of tokens, from DefiLlama. */
export const prices = {
  id: 'prices',
  needs: null,
  readSettings: (read) => ({ url: read.address('COINS_URL', 'https://coins.llama.fi') }),
  create: priceReader,
  environmentAt: (url) => ({ COINS_URL: url }),
} as const satisfies SourceDeclaration<PriceSettings, PriceReader>;
