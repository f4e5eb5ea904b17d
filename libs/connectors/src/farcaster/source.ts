import type { ConnectorDeclaration } from '../declaration';
import { farcasterConnector, type FarcasterSettings, parseFarcasterQuery } from './farcaster';

/** Hub of Farcaster, which the operator selects. */
export const farcaster = {
  id: 'farcaster',
  needs: 'FARCASTER_HUB_URL',
  example: 1,
  parseQuery: parseFarcasterQuery,
  readSettings: (read) => {
    const [url, apiKey] = [read.optionalAddress('FARCASTER_HUB_URL'), read.secret('FARCASTER_API_KEY')];
    return url === null ? null : { url, apiKey };
  },
  create: farcasterConnector,
  environmentAt: (url) => ({ FARCASTER_HUB_URL: url }),
} as const satisfies ConnectorDeclaration<FarcasterSettings>;
