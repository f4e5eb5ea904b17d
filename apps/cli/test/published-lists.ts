import {
  acrossRows,
  csvRows,
  earningRows,
  filesIn,
  hopRows,
  jitoRows,
  lockedRows,
  mapRows,
  type PublishedRow,
  sharedRows,
  textOf,
  type Unit,
  uniswapRows,
} from './published-rows';

/** A published list, the options to load it, and its declared totals. */
export interface PublishedList {
  readonly name: string;
  readonly files: readonly string[];
  /** Options of `droptrack lists load`, without the expected totals. */
  readonly options: readonly string[];
  readonly chain: 'ethereum' | 'solana';
  readonly wallets: number;
  /** As declared: tokens of 18 decimals may be rounded; null if no source states it. */
  readonly sum: string | null;
  readonly sumUnit: Unit;
  readonly root: string | null;
  readonly rows: () => PublishedRow[];
}

type Declared = Partial<Omit<PublishedList, 'name' | 'files' | 'rows'>> & Pick<PublishedList, 'wallets' | 'sum'>;

function list(
  name: string,
  files: string | readonly string[],
  declared: Declared,
  rowsOf: (file: string) => PublishedRow[],
): PublishedList {
  const all = typeof files === 'string' ? [files] : files;
  return {
    name,
    files: all,
    options: [],
    chain: 'ethereum',
    sumUnit: 'token',
    root: null,
    ...declared,
    rows: () => all.flatMap(rowsOf),
  };
}

function rotki(
  name: string,
  wallets: number,
  sum: string | null,
  unit: Unit = 'token',
  more: readonly string[] = [],
): PublishedList {
  const options = ['--unit', unit, ...more];
  return list(`rotki-${name.replaceAll('_', '-')}`, `rotki/${name}.csv.gz`, { wallets, sum, options }, (file) =>
    csvRows(file, unit),
  );
}

function gizaPart(name: string, wallets: number, more: readonly string[] = []): PublishedList {
  const options = ['--unit', 'token', '--columns', 'amount=Token', ...more];
  return list(`giza-${name.replaceAll('_', '-')}`, `giza/${name}.csv.gz`, { wallets, sum: null, options }, (file) =>
    csvRows(file, 'token'),
  );
}

const SUMMED = ['--duplicates', 'sum'];
const GIZA_COLUMNS = ['ARMA', 'Layer3', 'Galxe', 'Community', 'Discord', 'Megaphone'];

/** Every list that can be loaded, with the totals of its README, its publisher or the file itself. */
export const publishedLists = (): PublishedList[] => [
  rotki('omni', 148_563, '3135466.455788615'),
  rotki('1inch', 55_223, '89999999.999768', 'token', ['--tree', 'openzeppelin']),
  rotki('psp', 19_999, '149843200'),
  rotki('diva', 15_100, '206000000'),
  rotki('saddle_finance', 12_057, '148571428.571429', 'base', ['--tree', 'ens']),
  rotki('tornado', 7_514, '499999.999999999999996247', 'base'),
  rotki('squill_airdrop_1', 185, null),
  rotki('squill_airdrop_2', 1_581, null, 'token', SUMMED),
  rotki('squill_airdrop_3', 2_810, null),
  rotki('furucombo_airdrop', 1_721, '966000', 'token', [...SUMMED, '--tree', 'openzeppelin']),
  // The README states a total that is too high by three nines.
  rotki('lido_airdrop', 620, '3999999.999999997', 'base'),
  rotki('cornichon_airdrop', 317, '19761825.43', 'base'),
  list(
    'uniswap',
    filesIn('uniswap/chunks-with-proofs'),
    {
      wallets: 5_151,
      sum: null,
      options: ['--part'],
      root: '0xc8500f8e2fcf3c9a32880e1b973fb28acc88be35787a8abcf9981b2b65dbdeb5',
    },
    uniswapRows,
  ),
  list(
    'hop',
    filesIn('hop-goerli'),
    {
      // Of nineteen shards, as the README counts.
      wallets: 20,
      sum: '15063834400662081078913',
      sumUnit: 'base',
      root: '0x604fb1f97a3a2005640333c2d986fe23820692f83ac417208094726f24ebd748',
    },
    hopRows,
  ),
  list(
    'giza',
    'giza/total_allocations.csv.gz',
    {
      wallets: 15_882,
      sum: '13850190',
      options: [
        '--unit',
        'token',
        '--columns',
        ['amount=Total', ...GIZA_COLUMNS.map((name) => `breakdown=${name}`)].join(),
      ],
    },
    sharedRows,
  ),
  list(
    'giza-merkle',
    'giza/total_allocations_for_merkle.csv.gz',
    {
      wallets: 15_882,
      sum: '13850190',
      options: ['--unit', 'base', '--columns', 'wallet=#1,amount=#2', '--tree', 'openzeppelin'],
    },
    (file) => csvRows(file, 'base', false),
  ),
  gizaPart('arma_allocations', 3_701),
  gizaPart('community_allocations', 127, SUMMED),
  gizaPart('discord_role', 24),
  gizaPart('layer3_allocations', 2_155),
  list(
    'velodrome',
    'velodrome/velo_airdrop.json.gz',
    { wallets: 38_562, sum: '123195625', options: ['--unit', 'token'] },
    mapRows,
  ),
  list(
    'across-8',
    'across/referral-8.json.gz',
    { wallets: 1_023, sum: '174091211025966653255804', sumUnit: 'base' },
    acrossRows,
  ),
  list(
    'across-9',
    'across/referral-9.json.gz',
    { wallets: 509, sum: '380662961627261543759461', sumUnit: 'base' },
    acrossRows,
  ),
  list('across-valid', 'across/valid.json.gz', { wallets: 3, sum: '40', sumUnit: 'base' }, acrossRows),
  list('across-bare', 'across/valid-without-metadata.json.gz', { wallets: 3, sum: '40', sumUnit: 'base' }, acrossRows),
  list(
    'nation3',
    'nation3/tweetdrop.json.gz',
    { wallets: 2_150, sum: '2150', options: ['--unit', 'base'] },
    earningRows,
  ),
  list(
    'nation3-rep',
    'nation3/tweetdrop-rep.json.gz',
    { wallets: 92, sum: '92', options: ['--unit', 'base'] },
    earningRows,
  ),
  list(
    'jito-csv',
    'solana-jito/simd0096_feature_proposal.csv.gz',
    {
      wallets: 1_802,
      sum: '368296676892441006',
      sumUnit: 'base',
      chain: 'solana',
      options: ['--unit', 'base', '--columns', 'wallet=recipient'],
    },
    (file) => csvRows(file, 'base'),
  ),
  list(
    'jito',
    'solana-jito/merkle_tree_21_nodes.json',
    {
      wallets: 21,
      sum: '126000000000000',
      sumUnit: 'base',
      chain: 'solana',
      root: hexRootIn('solana-jito/merkle_tree_21_nodes.json'),
    },
    jitoRows,
  ),
  list(
    'jito-small',
    'solana-jito/test_merkle_tree.json',
    {
      wallets: 3,
      sum: '600000000000',
      sumUnit: 'base',
      chain: 'solana',
      root: hexRootIn('solana-jito/test_merkle_tree.json'),
    },
    jitoRows,
  ),
  list(
    'jito-table',
    'solana-jito/test_csv.csv',
    {
      wallets: 3,
      sum: '6750',
      sumUnit: 'base',
      chain: 'solana',
      options: ['--unit', 'base', '--columns', 'wallet=pubkey,breakdown=amount_unlocked,breakdown=amount_locked'],
    },
    lockedRows,
  ),
];

function hexRootIn(file: string): string {
  const { merkle_root: root } = JSON.parse(textOf(file)) as { merkle_root: number[] };
  return `0x${Buffer.from(root).toString('hex')}`;
}
