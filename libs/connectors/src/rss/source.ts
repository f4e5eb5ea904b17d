import type { ConnectorDeclaration } from '../declaration';
import { parseRssQuery, rssConnector } from './rss';

/** Feeds, whose addresses are in the queries. */
export const rss = {
  id: 'rss',
  needs: null,
  example: null,
  parseQuery: parseRssQuery,
  readSettings: () => ({}),
  create: () => rssConnector(),
  environmentAt: () => ({}),
} as const satisfies ConnectorDeclaration<object>;
