import * as fc from 'fast-check';
import type { ReadingTerms } from './entry-reader';
import type { ListFormat } from './list-format';
import { A, B, read, summary } from './testing';

const KEY = Array.from({ length: 32 }, (_, i) => i);
const HASH = `0x${'ab'.repeat(32)}`;

describe('uniswap', () => {
  const claim = { index: 0, amount: '0x64', proof: [HASH] };

  it('reads a whole tree, with the names of true flags as reason of the amount', () => {
    const flags = { isSOCKS: false, isLP: true, isUser: true };
    const claims = { [A]: { ...claim, flags }, [B]: { index: 7, amount: '0x0', proof: [], flags: { isLP: false } } };
    const found = read('uniswap', {
      note: 'x',
      merkleRoot: HASH.toUpperCase().replace('X', 'x'),
      tokenTotal: '0x64',
      numDrops: 2,
      claims,
    });
    expect(summary(found)).toEqual([
      [1, A, 100n, 0n, 'isLP+isUser 100', 1],
      [2, B, 0n, 7n, 0],
    ]);
    expect(found.entries[0]?.proof?.[0]).toEqual(new Uint8Array(32).fill(0xab));
    expect(found.metadata).toEqual({
      root: HASH,
      total: 100n,
      wallets: null,
      treeFormat: 'uniswap',
      shardNybbles: null,
    });
  });

  it('reads a chunk of a tree, and reports an entry with an invalid address', () => {
    const found = read('uniswap', { version: '2', [A]: claim, unknown: claim, '0x12': claim, [B]: 5 });
    expect(summary(found)).toEqual([
      [1, A, 100n, 0n, 1],
      [2, expect.stringMatching(/^wallet: It is a word/)],
      [3, expect.stringMatching(/^wallet: An EVM address has exactly 40/)],
      [4, 'amount: the amount is missing'],
    ]);
  });

  it.each<[unknown, RegExp]>([
    [{ ...claim, index: undefined }, /^index: /],
    [{ ...claim, index: -1 }, /^index: /],
    [{ ...claim, index: 2 ** 53 }, /^index: /],
    [{ ...claim, amount: `0x1${'0'.repeat(64)}` }, /^amount: .* above 2\^256/],
    [{ ...claim, amount: { hex: '987' } }, /^amount: .* not a number/],
    [{ ...claim, proof: [HASH, '0x987'] }, /^proof: a hash is neither/],
    [{ ...claim, proof: 'none' }, /^proof: it is not a list/],
  ])('rejects the claim %j', (given, message) => {
    expect(summary(read('uniswap', { [A]: given }))).toEqual([[1, expect.stringMatching(message)]]);
  });
});

describe('ens', () => {
  it('reads shards and their root, and parts that add up', () => {
    const entry = { past_tokens: '1', future_tokens: '2', balance: '3', has_reverse_record: true };
    const shard = read('ens', { proof: [HASH], entries: { [A]: entry, [B]: { ...entry, balance: '6' } } });
    expect(summary(shard)).toEqual([
      [1, A, 3n, 'past_tokens 1', 'future_tokens 2'],
      [2, B, 6n],
    ]);
    expect(read('ens', { root: HASH, shardNybbles: 2, total: '9' }).metadata).toEqual({
      root: HASH,
      total: 9n,
      wallets: null,
      treeFormat: 'ens',
      shardNybbles: 2,
    });
  });
});

describe('openzeppelin', () => {
  const dump = (leafEncoding: unknown, ...values: unknown[]) => ({
    format: 'standard-v1',
    leafEncoding,
    tree: [HASH, 'not looked at'],
    values: values.map((value, treeIndex) => ({ value, treeIndex })),
  });

  it('reads leaves of wallet and amount, with or without an index', () => {
    const found = read('openzeppelin', dump(['address', 'uint256'], [A, '5000'], [B, '0']));
    expect(summary(found)).toEqual([
      [1, A, 5000n],
      [2, B, 0n],
    ]);
    expect(found.metadata).toMatchObject({ root: HASH, treeFormat: 'openzeppelin' });
    const indexed = dump(['uint256', 'address', 'uint256'], ['3', A, '5']);
    expect(summary(read('openzeppelin', indexed))).toEqual([[1, A, 5n, 3n]]);
  });

  it('rejects other trees with the reason', () => {
    expect(
      summary(read('openzeppelin', { format: 'simple-v1', tree: [HASH], values: [{ value: HASH, treeIndex: 0 }] })),
    ).toEqual([[null, 'it is the dump of a SimpleMerkleTree, which holds hashes only: no wallets and no amounts']]);
    expect(summary(read('openzeppelin', dump(['string'], ['a'])))).toEqual([
      [null, expect.stringContaining('not of a wallet and an amount')],
    ]);
    const late = { values: [{ value: ['3', A, '5'] }], leafEncoding: ['uint256', 'address', 'uint256'] };
    expect(read('openzeppelin', late).violations.at(-1)?.message).toBe('leafEncoding must precede the values');
  });
});

describe('across', () => {
  const recipient = (parts: unknown) => ({ account: A, amount: '10', metadata: { amountBreakdown: parts } });

  it('reads recipients with or without reasons', () => {
    const recipients = [recipient({ early: '4', late: '6', none: '0' }), { account: B, amount: '5' }];
    const found = read('across', { chainId: 1, rewardsToDeposit: '15', recipients });
    expect(summary(found)).toEqual([
      [1, A, 10n, 'early 4', 'late 6'],
      [2, B, 5n],
    ]);
    expect(found.metadata).toMatchObject({ total: 15n, treeFormat: null });
  });

  it('rejects parts that do not add up, or have an invalid name', () => {
    expect(summary(read('across', { recipients: [recipient({ early: '4' })] }))).toEqual([
      [1, 'breakdown: the parts do not add up to the amount'],
    ]);
    expect(summary(read('across', { recipients: [recipient({ ['x'.repeat(101)]: '10' })] }))).toEqual([
      [1, expect.stringContaining('longer than 100 characters')],
    ]);
  });
});

describe('jito', () => {
  const solana: Partial<ReadingTerms> = { families: ['solana'] };
  const KEY58 = '1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE';

  it('reads keys and hashes of bytes, and locked parts', () => {
    const node = { claimant: KEY, amount_unlocked: 1, amount_locked: 2, proof: [KEY] };
    const later = { claimant: KEY58, amount: 5, proof: null };
    const found = read(
      'jito',
      { merkle_root: KEY, max_num_nodes: 2, max_total_claim: 8, tree_nodes: [node, later] },
      solana,
    );
    expect(summary(found)).toEqual([
      [1, KEY58, 3n, 'amount_unlocked 1', 'amount_locked 2', 1],
      [2, KEY58, 5n],
    ]);
    const root = `0x${Buffer.from(KEY).toString('hex')}`;
    expect(found.metadata).toEqual({ root, total: 8n, wallets: 2, treeFormat: 'jito', shardNybbles: null });
  });

  it('rejects invalid keys', () => {
    const nodes = [[...KEY.slice(1), 256], KEY.slice(1), 'x', null].map((claimant) => ({ claimant, amount: 1 }));
    const violations = summary(read('jito', { tree_nodes: nodes }, solana));
    expect(violations).toEqual([1, 2, 3, 4].map((line) => [line, expect.stringMatching(/^wallet: /)]));
  });
});

it('reads every amount exactly in any format', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  fc.assert(
    fc.property(amount, (given) => {
      const [digits, hex] = [`${given}`, `0x${given.toString(16).padStart(64, '0')}`];
      const files: [ListFormat, unknown][] = [
        ['csv', `address,amount\n${A},${digits}`],
        ['ndjson', `{"address":"${A}","amount":${digits}}`],
        ['json', `[{"address":"${A}","amount":${digits}}]`],
        ['map', `{"${A}":${digits}}`],
        ['map', `{"${A}":{"amount":"${hex}"}}`],
        ['json', `[["${A}",${digits}]]`],
        ['json', `{"data":[{"address":"${A}","amount":"${hex}"}]}`],
        ['uniswap', { [A]: { index: 0, amount: hex } }],
        ['ens', { entries: { [A]: { balance: digits } } }],
        ['openzeppelin', { values: [{ value: [A, digits] }] }],
        ['across', { recipients: [{ account: A, amount: digits }] }],
      ];
      for (const [format, file] of files)
        expect(read(format, file).entries.map((entry) => entry.amount)).toEqual([given]);
    }),
    { numRuns: 50 },
  );
});

it.each<[ListFormat, string, number | null, string]>([
  ['uniswap', '[1]', null, 'it is not an object'],
  ['json', '{"a":1}', null, 'it is neither an array of entries nor an object that contains one'],
  ['map', '5', null, 'it is not an object'],
  ['map', `{"${A}":"1"`, 2, 'it is cut off'],
  ['map', `{"${A}":"1"]`, 2, 'here it is not valid JSON'],
  ['across', '{"recipients":[{"account":1,"account":2}]}', 1, 'two members of one name'],
  ['ens', '{"root":"0x12"}', null, 'the root that it states is not 32 bytes'],
  ['ens', '{"total":"-5"}', null, 'the total that it states: the amount is negative'],
  ['ens', '{"shardNybbles":99}', null, 'is not a whole number from 1 to 16'],
  ['jito', '{"max_num_nodes":1.5}', null, 'the number of wallets that it states is not a whole number'],
  ['across', '{"rewardsToDeposit":"1","rewardsToDeposit":"2"}', 1, 'an object has two members of one name'],
])('stops at an unreadable file: %s %j', (format, text, line, message) => {
  expect(read(format, text).violations).toEqual([{ line, message: expect.stringContaining(message) }]);
});
