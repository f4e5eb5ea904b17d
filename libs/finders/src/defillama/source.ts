import type { FinderDeclaration } from '../declaration';
import { defillamaAirdropsFinder } from './airdrops';
import { defillamaProtocolsFinder } from './protocols';

/** Protocols and airdrops of DefiLlama, a finder each. */
export const defillama = {
  id: 'defillama',
  needs: null,
  readSettings: (read) => ({
    url: read.address('DEFILLAMA_URL', 'https://api.llama.fi'),
    airdropsUrl: read.address('DEFILLAMA_AIRDROPS_URL', 'https://airdrops.llama.fi'),
  }),
  create: (settings) => [defillamaProtocolsFinder(settings), defillamaAirdropsFinder(settings)],
  environmentAt: (url) => ({ DEFILLAMA_URL: url, DEFILLAMA_AIRDROPS_URL: url }),
} as const satisfies FinderDeclaration<{ readonly url: string; readonly airdropsUrl: string }>;
