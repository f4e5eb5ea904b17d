import type { ConnectorDeclaration } from '../declaration';
import { githubConnector, type GithubSettings, parseGithubQuery } from './github';

/** GitHub. */
export const github = {
  id: 'github',
  needs: null,
  example: 'github/docs',
  parseQuery: parseGithubQuery,
  readSettings: (read) => ({
    url: read.address('GITHUB_URL', 'https://api.github.com'),
    token: read.secret('GITHUB_TOKEN'),
  }),
  create: githubConnector,
  environmentAt: (url) => ({ GITHUB_URL: url }),
} as const satisfies ConnectorDeclaration<GithubSettings>;
