import { PROOF_FORMATS } from '@droptrack/contracts';
import { LIST_FORMATS } from '@droptrack/eligibility/formats';
import {
  type Arguments,
  type CommandDeclaration,
  FORMER_ACCEPT_MISMATCH,
  type GroupDeclaration,
  integer,
  type Options,
} from '../declare';
import { interruptible } from '../../session/session';

/** Maximum number of wallets of a list, and of a version. */
const NUMBER_MAX = 2_147_483_647;
const EXAMPLES_MAX = 100;
const KINDS = ['allocation', 'exclusion'];

const DROP: Arguments = { dropId: ['<drop>'] };
const NAME: Options = { '--name <name>': 'name of the list (default: the unnamed one)' };
const KIND: Options = { '--kind <kind>': ['kind of the list', { choices: KINDS, default: 'allocation' }] };

/** Options of the examples of a comparison. @param when - end of a sentence about them. */
const examples = (when = ''): Options => ({
  '--examples <n>': [
    `number of example wallets per kind of difference${when}`,
    { parse: integer(0, EXAMPLES_MAX), default: 5 },
  ],
  '--show-wallets': 'show the example wallets in full instead of their beginning and end',
});

const FILES: Options = {
  '--files-from <file>': 'read the names of files and folders from a file, one per line; - for standard input',
  '--exclude <names...>': 'files and folders within folders to leave out, such as README.md or "*.txt"',
};

const ROWS: Options = {
  '--format <format>': ['format of the files', { choices: ['auto', ...LIST_FORMATS], default: 'auto' }],
  '--unit <unit>': ['unit of the amounts: base units, or whole tokens', { choices: ['base', 'token'] }],
  '--columns <names>':
    'column names or numbers in the file, such as wallet=address,amount=#2,index=nr,proof=path,breakdown=staking',
  '--duplicates <rule>': [
    'handling of a wallet with several rows',
    { choices: ['reject', 'sum', 'separate'], formerChoice: ['refuse', 'reject'], default: 'reject' },
  ],
  '--kind <kind>': [
    'allocation: wallets with amounts; exclusion: excluded wallets, without amounts',
    { choices: KINDS, default: 'allocation' },
  ],
  '--exclusion': ['same as --kind exclusion', { isHidden: true }],
  '--each <amount>': 'amount of every row of a list without amounts, in --unit; with --duplicates sum, per row',
  '--index <source>': ['claim indexes: row numbers the rows of the list, from 0', { choices: ['row'] }],
  '--hex <values>':
    'wallets: they have no 0x; amounts: 0x and hex digits, or 64; bare-amounts: hex digits without 0x; or wallets and one of them',
};

const TREE: Options = {
  '--tree <format>': [
    'format of the Merkle tree to build for proofs (default: that of the files or of their proofs); combine with ' +
      '--expect-root',
    { choices: [...PROOF_FORMATS, 'none'] },
  ],
  '--leaf <fields>':
    'fields of a leaf of abi, packed or openzeppelin, such as "uint256 index, address wallet, uint8 column:type, ' +
    'uint8 5, uint256 amount": a type each, with wallet, amount, index, a column or a constant',
  '--leaves <order>': [
    'order of the leaves: by claim index, without one by row; or sorted by hash',
    { choices: ['listed', 'sorted'] },
  ],
  '--pairs <order>': ['order of two hashes in a pair', { choices: ['sorted', 'positional'] }],
  '--odd <rule>': [
    'handling of a node without a sibling: promoted, hashed with itself, or with a hash that fills the level: zero for ' +
      'leaves that are filled with zero hashes to a power of two, empty for keccak256 of no bytes',
    { choices: ['promote', 'repeat', 'zero', 'empty'] },
  ],
  '--part': 'the files contain only a part of the list; the proofs of their rows or shards are verified and stored',
};

const CHECKS: Options = {
  '--expect-root <root>': 'reject the list unless its Merkle root is this one (0x and 64 hex digits)',
  '--expect-total <amount>': 'reject the list unless its amounts sum to this, in the unit of --unit',
  '--expect-wallets <n>': ['reject the list unless it has this number of wallets', { parse: integer(1, NUMBER_MAX) }],
  '--accept-mismatch': 'load the list even if its wallets or total differ by more than 10 % from the catalogue',
  ...FORMER_ACCEPT_MISMATCH,
  '--errors-to <file>': 'write all errors to this file, one per line; without errors it is empty',
  '--skip-errors <n>': [
    'leave out up to this number of rows with errors, and state them; with more, nothing is loaded',
    { parse: integer(1, NUMBER_MAX) },
  ],
};

const load: CommandDeclaration = {
  name: 'load',
  summary: 'load and activate a list',
  description:
    'Loads a list from one or more files (gzip, Zstandard and zip supported), or from standard input (-), and activates ' +
    'it for a drop. If any row has an error, ' +
    'nothing changes and the active list stays. A folder stands for all files in it. Idempotent.',
  arguments: { ...DROP, files: ['[files...]'] },
  options: {
    ...FILES,
    ...ROWS,
    ...TREE,
    ...CHECKS,
    ...NAME,
    '--url <address>': 'http or https address at which the list was published',
    '--dry-run': 'show the changes without making them, and the differences from the active list',
    ...examples(' in a dry run'),
  },
  examples: [
    'droptrack lists load linea list.csv --unit token --url https://linea.build/list.csv --dry-run',
    'droptrack lists load lido lido.csv.gz --unit base --columns wallet=address,amount=amount',
    'droptrack lists load linea tree.json --expect-root 0xc850…deb5',
    'droptrack lists load linea list.csv --unit base --columns index=nr --tree uniswap --expect-wallets 252803',
    'droptrack lists load hop shards',
    'droptrack lists load linea waves.zip --unit token',
    'curl https://linea.build/list.csv | droptrack lists load linea - --unit token',
    'droptrack lists load uniswap --files-from chunks.txt --expect-root 0xc850…deb5',
    'droptrack lists load furucombo weeks.csv --unit token --duplicates sum',
    'droptrack lists load linea season-2.csv --unit token --name season-2',
    'droptrack lists load linea sybils.csv --kind exclusion',
    'droptrack lists load linea holders.json --columns wallet=owner --each 100 --unit token --duplicates sum',
    'droptrack lists load linea claims.csv --unit base --index row --tree uniswap --expect-root 0xc850…deb5',
    'droptrack lists load linea export.csv --unit base --hex wallets,amounts',
    'droptrack lists load linea merkl.csv --unit base --tree abi --leaf "address wallet, address 0x…, uint256 amount"',
  ],
  load: async () => (await import('./load')).loadNamedFiles,
};

/** Blocks that numbers of JavaScript hold exactly. */
const block = { parse: integer(0, Number.MAX_SAFE_INTEGER) };

const rebuild: CommandDeclaration = {
  name: 'rebuild',
  summary: 'rebuild a list from its chain, without a file of the project',
  description:
    'Rebuilds the list of a distributor that has the amounts on its chain, from its events, compares it with what the ' +
    'contract states, and writes it as a file for "lists load". Asks the first node of EVM_RPC_URLS that responds. A run that ends early ' +
    'continues when it is called again.',
  arguments: { ...DROP, file: ['<file>', 'file to write, replaced as a whole'] },
  options: {
    ...NAME,
    '--style <style>': 'style of the distributor (default: that of the catalogue file)',
    '--period <n>': ['period of a contract with several', { parse: integer(1, NUMBER_MAX) }],
    '--block <n>': ['block at whose end the list is read (default: the latest confirmed one)', block],
    '--from-block <n>': ['first block that may have an amount (default: the first one of the contract)', block],
  },
  examples: [
    'EVM_RPC_URLS=linea=https://… droptrack lists rebuild linea list.csv',
    'droptrack lists rebuild arbitrum list.csv --style arbitrum --block 70397689',
    'droptrack lists rebuild zora-incentives list.csv --period 2 --json',
  ],
  load: async () => interruptible((await import('./rebuild')).rebuildListFile),
};

const show: CommandDeclaration = {
  name: 'show',
  summary: 'show active lists',
  description: 'Shows the active lists of all drops, or of one. Wallets are never shown.',
  arguments: { dropId: ['[drop]'] },
  examples: ['droptrack lists show', 'droptrack lists show linea --json'],
  load: async () => (await import('./show')).showLists,
};

const versions: CommandDeclaration = {
  name: 'versions',
  summary: 'show every version of a drop’s lists',
  description: 'Shows every version of the lists of a drop, newest first. Wallets are never shown.',
  arguments: DROP,
  examples: ['droptrack lists versions linea', 'droptrack lists versions linea --json'],
  load: async () => (await import('./show')).showVersions,
};

const version = { parse: integer(1, NUMBER_MAX) };

const diff: CommandDeclaration = {
  name: 'diff',
  summary: 'compare two versions of a list',
  description:
    'Compares two versions of a drop’s list: wallets that were added, removed, or have another amount, and those of ' +
    'them that differ most.',
  arguments: {
    dropId: ['<drop>', 'id of the drop'],
    before: ['<version>', 'version to compare', version],
    after: ['[version]', 'version to compare it with (default: the active one)', version],
  },
  options: { ...KIND, ...NAME, ...examples() },
  examples: [
    'droptrack lists diff linea 3',
    'droptrack lists diff linea 3 4 --examples 20',
    'droptrack lists diff linea 3 --json',
  ],
  load: async () => (await import('./diff')).diffLists,
};

const rollback: CommandDeclaration = {
  name: 'rollback',
  summary: 'activate an earlier version',
  description: 'Activates an earlier version of a drop’s list, by default the previous one.',
  arguments: DROP,
  options: {
    '--to <version>': ['version to activate (default: the previous one)', version],
    ...KIND,
    ...NAME,
    '--dry-run': 'show the changes without making them',
  },
  examples: ['droptrack lists rollback linea --dry-run', 'droptrack lists rollback linea --to 3 --json'],
  load: async () => (await import('./versions')).rollBackLists,
};

const remove: CommandDeclaration = {
  name: 'remove',
  summary: 'deactivate a list',
  description:
    'Deactivates a drop’s list: eligibility checks then report that no list is published. The versions keep their ' +
    'rows and can be activated again, unless --purge deletes them. Asks for confirmation.',
  arguments: DROP,
  options: {
    ...KIND,
    ...NAME,
    '--purge': 'also delete the rows of all versions; this cannot be undone',
    '--yes': 'skip the confirmation',
  },
  examples: [
    'droptrack lists remove linea',
    'droptrack lists remove linea --kind exclusion --yes',
    'droptrack lists remove linea --name season-2',
    'droptrack lists remove linea --purge --yes --json',
  ],
  load: async () => (await import('./versions')).removeLists,
};

export const lists: GroupDeclaration = {
  name: 'lists',
  summary: 'load, rebuild, show, compare, roll back and remove lists of wallets',
  description: 'Manage the lists of wallets and amounts that eligibility checks use (docs/lists.md).',
  examples: ['droptrack lists load linea list.csv --unit token', 'droptrack lists show'],
  commands: [load, rebuild, show, versions, diff, rollback, remove],
};
