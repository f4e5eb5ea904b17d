import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { lockedPart } from '@droptrack/eligibility';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeLists, expectTable, LISTS, type PublishedTable, readPublished as read } from './testing';

const TOKEN = 10n ** 18n;
const solana = dropDefinition({ id: 'sol', chain: fact('solana') });
const inFolder = (folder: string): string[] => readdirSync(join(LISTS, folder)).map((name) => `${folder}/${name}`);

describeLists('published lists', () => {
  // File, unit, rows, distinct wallets and the sum in base units, exactly as in the README of the data.
  // The heavy tests read the largest ones.
  it.each<PublishedTable>([
    ['psp', 'token', 19_999, 19_999, '149843200'],
    ['diva', 'token', 15_100, 15_100, '206000000'],
    ['saddle_finance', 'base', 12_057, 12_057, '148571428.571429'],
    ['tornado', 'base', 7_514, 7_514, '499.999999999999999996247'],
    ['squill_airdrop_1', 'token', 185, 185, '374410.8'],
    ['squill_airdrop_2', 'token', 1_586, 1_581, '1338724'],
    ['squill_airdrop_3', 'token', 2_810, 2_810, '1989265.1'],
    ['furucombo_airdrop', 'token', 1_759, 1_721, '966000'],
    ['lido_airdrop', 'base', 620, 620, '3999999.999999997474'],
    ['cornichon_airdrop', 'base', 317, 317, '19761825.43'],
  ])('rotki/%s: reads every row, in units of %s', (...table) => expectTable(table));

  it('rotki/curve: rejects shares of the whole as amounts of a token', async () => {
    const { faults, faultsTotal } = await read('rotki/curve_airdrop.csv.gz', { unit: 'token' });
    expect([faultsTotal, faults.length]).toEqual([9_524, 9_524]);
    const message = 'amount: the amount has more decimals than the token has';
    expect(faults[0]).toEqual({ file: 'curve_airdrop.csv.gz', line: 2, message });
    // With enough decimals their sum is 1.
    const fine = dropDefinition({ token: { symbol: null, decimals: fact(40), address: null } });
    const { entries, total } = await read('rotki/curve_airdrop.csv.gz', { unit: 'token', drop: fine });
    expect([entries.length, (total + 10n ** 30n / 2n) / 10n ** 30n]).toEqual([9_641, 10n ** 10n]);
  });

  it('uniswap: reads every claim of the published files, with its index, its proof and its flags', async () => {
    const { list, entries, wallets, total } = await read(inFolder('uniswap/chunks-with-proofs'));
    expect([list.format, entries.length, wallets]).toEqual(['uniswap', 5_151, 5_151]);
    expect(total).toBe(2_917_032_281_384n * 10n ** 12n);
    expect(list.declared()).toMatchObject({ root: null, total: null, treeFormat: 'uniswap' });
    const [zero] = entries;
    expect([zero?.index, zero?.wallet.address, zero?.amount]).toEqual([0n, `0x${'0'.repeat(40)}`, 400n * TOKEN]);
    expect(zero?.breakdown).toEqual([{ reason: 'isLP+isUser', amount: 400n * TOKEN }]);
    expect(entries.every(({ proof }) => proof !== null && proof.length > 10)).toBe(true);
    expect(new Set(entries.flatMap(({ breakdown }) => breakdown.map(({ reason }) => reason)))).toEqual(
      new Set(['isUser', 'isLP+isUser', 'isSOCKS', 'isSOCKS+isUser', 'isSOCKS+isLP+isUser']),
    );
  });

  it('uniswap: rejects the index file, with addresses as amounts', async () => {
    const { faults, faultsTotal } = await read('uniswap/mapping.json.gz', { unit: 'base' });
    expect([faultsTotal, faults[0]?.message]).toEqual([2_503, 'amount: the amount has the form of an address']);
  });

  // The README counts 19 addresses: there are 19 shards, one of them with two.
  it('hop: reads every shard, in any order, with the declared total', async () => {
    const { list, entries, total } = await read(inFolder('hop-goerli').reverse());
    expect([list.format, entries.length]).toEqual(['ens', 20]);
    expect(list.declared()).toEqual({
      root: '0x604fb1f97a3a2005640333c2d986fe23820692f83ac417208094726f24ebd748',
      total,
      wallets: null,
      treeFormat: 'ens',
      shardNybbles: 2,
    });
    expect(entries.every(({ breakdown }) => breakdown.length === 2)).toBe(true);
    const without = inFolder('hop-goerli').filter((name) => !name.endsWith('/35.json'));
    expect((await read(without)).faults).toEqual([
      { file: null, line: null, message: expect.stringContaining('it states a total of 15063834400662081078913') },
    ]);
  });

  it('giza: reads totals with their reasons, equal to its Merkle file', async () => {
    const reasons = ['ARMA', 'Layer3', 'Galxe', 'Community', 'Discord', 'Megaphone'];
    const columns = ['amount=Total', ...reasons.map((reason) => `breakdown=${reason}`)].join(',');
    const totals = await read('giza/total_allocations.csv.gz', { unit: 'token', columns });
    const merkle = await read('giza/total_allocations_for_merkle.csv.gz', {
      unit: 'base',
      columns: 'wallet=#1,amount=#2',
    });
    expect([totals.entries.length, totals.total]).toEqual([15_882, 13_850_190n * TOKEN]);
    const amounts = ({ entries }: typeof totals) =>
      entries.map(({ wallet, amount }) => `${Buffer.from(wallet.bytes).toString('hex')} ${amount}`).join('\n');
    expect(amounts(merkle) === amounts(totals)).toBe(true);
    expect(totals.entries.find(({ breakdown }) => breakdown.length === 2)?.breakdown).toEqual([
      { reason: 'ARMA', amount: 2_850n * TOKEN },
      { reason: 'Layer3', amount: 180n * TOKEN },
    ]);
  });

  it.each<[string, number]>([
    ['arma', 3_701],
    ['community', 139],
    ['layer3', 2_155],
  ])('giza/%s: reads a single reason', async (name, rows) => {
    const { entries } = await read(`giza/${name}_allocations.csv.gz`, { unit: 'token', columns: 'amount=Token' });
    expect(entries).toHaveLength(rows);
  });

  it('giza: rejects eligibility without amounts as allocations, and accepts it as a list of wallets', async () => {
    const rejected = await read('giza/eligibility.json.gz', { unit: 'token' });
    const message = 'has no member "amount" or "earnings"; name it with --columns amount=…';
    expect(rejected.faults).toEqual([{ file: 'eligibility.json.gz', line: 1, message }]);
    expect((await read('giza/eligibility.json.gz', { needsAmounts: false })).wallets).toBe(15_882);
    const { entries } = await read('giza/eligibility.json.gz', { unit: 'token', each: '180' });
    expect([entries.length, entries.every(({ amount }) => amount === 180n * TOKEN)]).toEqual([15_882, true]);
    expect((await read('giza/discord_role.csv.gz', { needsAmounts: false })).wallets).toBe(24);
  });

  it('velodrome: reads a map of whole tokens', async () => {
    const { list, entries, total } = await read('velodrome/velo_airdrop.json.gz', { unit: 'token' });
    expect([list.format, entries.length, total]).toEqual(['map', 38_562, 123_195_625n * TOKEN]);
    const amounts = entries.map(({ amount }) => Number(amount / TOKEN));
    expect([Math.min(...amounts), Math.max(...amounts)]).toEqual([500, 15_255]);
  });

  it.each<[string, number]>([
    ['referral-8', 1_023],
    ['referral-9', 509],
    ['valid', 3],
    ['valid-without-metadata', 3],
  ])('across/%s: reads every recipient, with the deposited total', async (name, rows) => {
    const { list, entries, total } = await read(`across/${name}.json.gz`);
    expect([list.format, entries.length, list.declared().total]).toEqual(['across', rows, total]);
    const isWhole = name !== 'valid-without-metadata';
    expect(entries.every(({ breakdown }) => breakdown.length > 0)).toBe(isWhole);
  });

  it('across/invalid-*: rejects amounts that do not add up; repeated accounts are left to the load', async () => {
    const { faults } = await read('across/invalid-amounts.json.gz');
    expect(faults.map(({ message }) => message)).toEqual([
      'its amounts add up to 10 base units, it states a total of 20',
    ]);
    const { entries, wallets } = await read('across/invalid-duplicate.json.gz');
    expect([entries.length, wallets]).toEqual([2, 1]);
  });

  it('nation3: reads objects with their reason; rejects every line of the first version by its number', async () => {
    for (const [name, rows] of [['tweetdrop', 2_150] as const, ['tweetdrop-rep', 92] as const]) {
      const { list, entries, total } = await read(`nation3/${name}.json.gz`, { unit: 'base' });
      expect([list.format, entries.length, total]).toEqual(['json', rows, BigInt(rows) * TOKEN]);
      expect(entries[0]?.breakdown).toEqual([{ reason: name, amount: TOKEN }]);
    }
    const first = await read('nation3/airdrop-first-version.jsonl.gz', { unit: 'token' });
    expect([first.list.format, first.faultsTotal]).toEqual(['ndjson', 1_956]);
    expect(first.faults.map(({ line }) => line)).toEqual(Array.from({ length: 1_956 }, (_, i) => i + 1));
    expect(new Set(first.faults.map(({ message }) => message))).toEqual(
      new Set(['amount: the amount is not a number: digits and a decimal point only']),
    );
  });

  it('solana: reads trees with their proofs, keys with amounts, and holders', async () => {
    const tree = await read('solana-jito/merkle_tree_21_nodes.json', { drop: solana });
    expect([tree.list.format, tree.entries.length]).toEqual(['jito', 21]);
    expect(tree.list.declared()).toMatchObject({ total: 126n * 10n ** 12n, wallets: 21, treeFormat: 'jito' });
    expect(tree.entries.every(({ proof }) => proof?.every((hash) => hash.length === 32))).toBe(true);
    const small = await read('solana-jito/test_merkle_tree.json', { drop: solana });
    expect([small.entries.length, small.total, lockedPart(small.entries[0]?.breakdown ?? [])]).toEqual([
      3,
      6n * 10n ** 11n,
      10n ** 11n,
    ]);
    const columns = 'wallet=pubkey,breakdown=amount_unlocked,breakdown=amount_locked';
    const table = await read('solana-jito/test_csv.csv', { drop: solana, unit: 'base', columns });
    expect(table.entries.map(({ amount }) => amount)).toEqual([1_500n, 3_000n, 2_250n]);
    const keys = await read('solana-jito/simd0096_feature_proposal.csv.gz', {
      drop: solana,
      unit: 'base',
      columns: 'wallet=recipient',
    });
    expect([keys.entries.length, keys.total]).toEqual([1_802, 368_296_676_892_441_006n]);
    const holders = await read('solana-familiars/holders_2022-04-29.json.gz', {
      drop: solana,
      needsAmounts: false,
      columns: 'wallet=owner_wallet',
    });
    expect([holders.entries.length, holders.wallets]).toEqual([1_500, 484]);
    // One token per row, so that a wallet gets as many as it holds.
    const equal = await read('solana-familiars/holders_2022-04-29.json.gz', {
      drop: dropDefinition({
        id: 'sol',
        chain: fact('solana'),
        token: { symbol: null, decimals: fact(9), address: null },
      }),
      unit: 'token',
      columns: 'wallet=owner_wallet',
      each: '1',
    });
    expect([equal.entries.length, equal.wallets, equal.total]).toEqual([1_500, 484, 1_500n * 10n ** 9n]);
  });

  // 56 of them are also base58 of 32 bytes.
  it('a list of Cosmos addresses: reads every one for a Cosmos chain only, and none as a Solana key', async () => {
    const file = 'misc/umee_bech32_negative_examples.csv.gz';
    const options = { unit: 'base', columns: 'wallet=umee_address' } as const;
    const listed = await read(file, {
      ...options,
      needsAmounts: false,
      drop: dropDefinition({ chain: fact('cosmos') }),
    });
    expect([listed.entries.length, listed.faultsTotal]).toEqual([1_000, 0]);
    expect(listed.entries.every(({ wallet }) => wallet.type === 'cosmos' && wallet.address.startsWith('umee1'))).toBe(
      true,
    );
    for (const drop of [dropDefinition({}), solana]) {
      const { faults, faultsTotal } = await read(file, { ...options, drop });
      expect([faultsTotal, faults[0]?.line]).toEqual([1_000, 2]);
      expect(faults.every(({ message }) => message.startsWith('wallet: It is a Cosmos address'))).toBe(true);
    }
  });

  it('vectors: reads the input and result of the distributor; rejects dumps without wallets', async () => {
    const folder = '../vectors/uniswap-merkle-distributor';
    const input = await read(`${folder}/new_example.json`, { unit: 'base' });
    expect([input.list.format, input.entries[0]?.amount]).toEqual(['json', 600n * TOKEN]);
    const result = await read(`${folder}/result.json`);
    expect([result.list.format, result.total, result.list.declared().total]).toEqual(['uniswap', 100n, 100n]);
    for (const name of ['simple-v1.sorted.1_0_6', 'standard-v1.unsorted.1_0_6']) {
      const { list, faults } = await read(`../vectors/openzeppelin-merkle-tree/${name}.json`);
      expect([list.format, faults.length]).toEqual(['openzeppelin', 1]);
    }
  });
});
