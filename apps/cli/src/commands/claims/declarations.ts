import { API_OPTIONS, type CommandDeclaration, type GroupDeclaration, onApi } from '../declare';

const prepare: CommandDeclaration = {
  name: 'prepare',
  summary: 'prepare the unsigned call that claims',
  description:
    'Prints the call by which a wallet claims its allocation: checked, simulated and decoded, with what it pays and costs. ' +
    'Nothing is signed or sent (docs/claims.md). Needs an API key of plan pro or scale, from DROPTRACK_API_KEY or --key-file.',
  arguments: {
    drop: ['<drop>', 'id of the drop'],
    wallet: [
      '<wallet>',
      'address of the wallet; - reads it from standard input, which keeps it out of the shell history',
    ],
  },
  options: {
    '--to <address>': 'address that receives the tokens (default: the wallet)',
    '--list <name>': 'list to claim from, if several contain the wallet; "" for the unnamed one',
    '--delegate <address>': 'address that receives the votes of the tokens, where a claim delegates them',
    '--accept-forgone': 'accept that a claim now gives up a part of the allocation for good',
    ...API_OPTIONS,
  },
  examples: [
    'droptrack claims prepare linea 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'droptrack claims prepare linea - --list season-2 < wallet.txt',
    'droptrack claims prepare linea 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --json',
  ],
  load: async () => onApi((await import('./prepare')).prepareGiven),
};

export const claims: GroupDeclaration = {
  name: 'claims',
  summary: 'prepare the calls that claim',
  description: 'Prepare the calls by which wallets claim their allocations (docs/claims.md).',
  examples: ['droptrack claims prepare linea 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  commands: [prepare],
};
