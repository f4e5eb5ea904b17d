import { PLANS } from '@droptrack/contracts';
import { onDatabase } from '../../session/session';
import { type Arguments, type CommandDeclaration, type GroupDeclaration, integer, type Options } from '../declare';

/** Upper bound of an integer option whose exact range the command checks. */
const ANY = 1_000_000_000;

const KEY: Arguments = { id: ['<id>'] };

const LIMIT: Options = {
  '--requests-per-minute <n>': ['rate limit above that of the plan; plan scale only', { parse: integer(1, ANY) }],
};

const issue: CommandDeclaration = {
  name: 'issue',
  summary: 'create a key',
  description: 'Creates an API key and prints it. The key cannot be shown again: only its hash is stored.',
  options: {
    '--plan <plan>': ['rate limit and features of the key', { choices: PLANS, isRequired: true }],
    '--label <text>': ['owner or purpose of the key, up to 100 characters', { isRequired: true }],
    '--expires <when>': 'days from now (1 to 3650), or an instant such as 2027-01-31T00:00:00Z (default: never)',
    ...LIMIT,
  },
  examples: [
    'droptrack keys issue --plan free --label "my app"',
    'droptrack keys issue --plan pro --label "wallet, production" --expires 365',
    'droptrack keys issue --plan scale --label "indexer" --requests-per-minute 50000 --json',
  ],
  load: async () => onDatabase((await import('./keys')).issueKey),
};

const list: CommandDeclaration = {
  name: 'list',
  summary: 'list active keys',
  description: 'Lists active keys, newest first. Of each key only the prefix and the last four characters are shown.',
  options: { '--all': 'include revoked and expired keys' },
  examples: ['droptrack keys list', 'droptrack keys list --all --json'],
  load: async () => onDatabase((await import('./list')).listKeys),
};

const change: CommandDeclaration = {
  name: 'change',
  summary: 'change the plan, limit, label or expiry of a key',
  description:
    'Changes the terms of an active key; the secret stays the same. Moving to a plan other than scale removes the ' +
    'custom rate limit.',
  arguments: KEY,
  options: {
    '--plan <plan>': ['rate limit and features of the key', { choices: PLANS }],
    ...LIMIT,
    '--label <text>': 'owner or purpose of the key, up to 100 characters',
    '--expires <when>': 'days from now (1 to 3650), an instant such as 2027-01-31T00:00:00Z, or never',
  },
  examples: [
    'droptrack keys change key_4f1y… --plan pro',
    'droptrack keys change key_4f1y… --plan scale --requests-per-minute 50000',
    'droptrack keys change key_4f1y… --label "wallet, staging" --expires never --json',
  ],
  load: async () => onDatabase((await import('./keys')).changeKey),
};

const rotate: CommandDeclaration = {
  name: 'rotate',
  summary: 'replace a key with a new one',
  description:
    'Creates a key with the same plan, label and rate limit. The old key keeps working for the grace period.',
  arguments: KEY,
  options: {
    '--grace-period-seconds <n>': [
      'seconds for which the old key keeps working, 0 to 604800 (default: 86400)',
      { parse: integer(0, ANY) },
    ],
  },
  examples: ['droptrack keys rotate key_4f1y…', 'droptrack keys rotate key_4f1y… --grace-period-seconds 0'],
  load: async () => onDatabase((await import('./keys')).rotateKey),
};

const revoke: CommandDeclaration = {
  name: 'revoke',
  summary: 'revoke a key',
  description: 'Revokes a key: every instance rejects it within a second. Idempotent.',
  arguments: KEY,
  examples: ['droptrack keys revoke key_4f1y…'],
  load: async () => onDatabase((await import('./keys')).revokeKey),
};

export const keys: GroupDeclaration = {
  name: 'keys',
  summary: 'issue, list, change, rotate and revoke API keys',
  description: 'Manage API keys. Changes apply within a second, without a restart of the API.',
  examples: ['droptrack keys issue --plan free --label "my app"', 'droptrack keys list'],
  commands: [issue, list, change, rotate, revoke],
};
