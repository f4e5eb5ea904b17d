import { API_OPTIONS, type CommandDeclaration, onApi } from '../declare';

export const check: CommandDeclaration = {
  name: 'check',
  summary: 'check a wallet against all drops',
  description:
    'Checks a wallet against all drops, or one, through the API, and prints what it can claim first (docs/lists.md). ' +
    'Needs an API key of plan pro or scale, from DROPTRACK_API_KEY or --key-file.',
  arguments: {
    wallet: [
      '<wallet>',
      'address of the wallet; - reads it from standard input, which keeps it out of the shell history',
    ],
  },
  options: { '--drop <drop>': 'id of the only drop to check', ...API_OPTIONS },
  examples: [
    'droptrack check 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'droptrack check - --url https://api.example.com --key-file key.txt < wallet.txt',
    'droptrack check 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --drop linea --json',
  ],
  load: async () => onApi((await import('./check')).checkGiven),
};
