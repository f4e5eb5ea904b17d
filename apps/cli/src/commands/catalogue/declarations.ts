import { type CommandDeclaration, FORMER_ACCEPT_MISMATCH, type GroupDeclaration } from '../declare';

const apply: CommandDeclaration = {
  name: 'apply',
  summary: 'apply the files of a folder to the service',
  description:
    'Applies the catalogue files of a folder to the database. All files are applied in one transaction; if any file ' +
    'has an error, nothing changes. Idempotent.',
  arguments: { dir: ['<dir>'] },
  options: {
    '--dry-run': 'show the changes without making them',
    '--prune': 'archive drops of this origin that have no file in the folder',
    '--accept-mismatch': 'accept numbers of wallets and tokens that differ by more than 10 % from the active lists',
    ...FORMER_ACCEPT_MISMATCH,
    '--origin <name>': [
      'name of this set of files; drops of another origin are never changed',
      { default: 'catalogue' },
    ],
  },
  examples: [
    'droptrack catalogue apply prisma/catalogue --dry-run',
    'droptrack catalogue apply prisma/catalogue --prune',
    'droptrack catalogue apply my-drops --origin mine',
  ],
  load: async () => (await import('./apply')).applyCatalogue,
};

const checkFiles: CommandDeclaration = {
  name: 'check',
  summary: 'report every error in the files',
  description:
    'Reads the files of a folder and reports every error as file:line:column. Needs no database. With --onchain, prints what each ' +
    'distributor states of itself beside what its file states, and the root of the list in force, if there is a database.',
  arguments: { dir: ['<dir>'] },
  options: {
    '--rpc': 'also ask each distributor about a made-up wallet, at the nodes of EVM_RPC_URLS and SOLANA_RPC_URLS',
    '--onchain':
      'also compare root, token, window and code of each distributor with its drop, at the nodes of EVM_RPC_URLS',
    '--drop <id>': 'with --onchain: compare the distributors of this drop only',
  },
  examples: [
    'droptrack catalogue check prisma/catalogue',
    'droptrack catalogue check prisma/catalogue --rpc',
    'droptrack catalogue check prisma/catalogue --onchain --drop linea',
  ],
  load: async () => (await import('./check')).checkCatalogue,
};

export const catalogue: GroupDeclaration = {
  name: 'catalogue',
  summary: 'check and apply catalogue files',
  description: 'Manage catalogue files: one YAML file per drop, in the format of docs/catalogue.md.',
  examples: ['droptrack catalogue check my-drops', 'droptrack catalogue apply my-drops'],
  commands: [apply, checkFiles],
};
