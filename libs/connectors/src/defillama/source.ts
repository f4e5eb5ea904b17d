import type { ConnectorDeclaration } from '../declaration';
import { defillamaConnector, type DefillamaSettings, parseDefillamaQuery } from './defillama';

/** DefiLlama. */
export const defillama = {
  id: 'defillama',
  needs: null,
  example: 'lido',
  parseQuery: parseDefillamaQuery,
  readSettings: (read) => ({ url: read.address('DEFILLAMA_URL', 'https://api.llama.fi') }),
  create: defillamaConnector,
  environmentAt: (url) => ({ DEFILLAMA_URL: url }),
} as const satisfies ConnectorDeclaration<DefillamaSettings>;
