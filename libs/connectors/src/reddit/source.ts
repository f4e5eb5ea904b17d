import type { ConnectorDeclaration } from '../declaration';
import { parseRedditQuery, redditConnector, type RedditSettings } from './reddit';

/** Reddit, which has no API without an application. */
export const reddit = {
  id: 'reddit',
  needs: 'REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET',
  example: 'airdrop',
  parseQuery: parseRedditQuery,
  readSettings: (read) => {
    const url = read.address('REDDIT_URL', 'https://oauth.reddit.com');
    const tokenUrl = read.address('REDDIT_TOKEN_URL', 'https://www.reddit.com/api/v1/access_token');
    const keys = read.secrets('REDDIT_CLIENT_ID', 'REDDIT_CLIENT_SECRET');
    return keys && { url, tokenUrl, clientId: keys[0], clientSecret: keys[1] };
  },
  create: redditConnector,
  environmentAt: (url) => ({
    REDDIT_URL: url,
    REDDIT_TOKEN_URL: `${url}/api/v1/access_token`,
    REDDIT_CLIENT_ID: 'id',
    REDDIT_CLIENT_SECRET: 'secret',
  }),
} as const satisfies ConnectorDeclaration<RedditSettings>;
