import { parseTokenAmount } from '../../amount/token-amount';
import { USUAL_COLUMNS } from '../columns';
import type { ReadingTerms } from '../entry-reader';
import type { ListFormat } from '../list-format';
import { A, B, read, summary } from '../testing';

describe('maps, arrays and lines of objects', () => {
  it('reads numbers with all digits, and whole tokens if requested', () => {
    const text = `{"${A}": 115792089237316195423570985008687907853269984665640564039457584007913129639935, "${B}":1}`;
    expect(summary(read('map', text))).toEqual([
      [1, A, 2n ** 256n - 1n],
      [2, B, 1n],
    ]);
    const token = { amount: (text: string) => parseTokenAmount(text, 18) };
    expect(summary(read('map', `{"${A}": 1.5e-3}`, token))).toEqual([[1, A, 15n * 10n ** 14n]]);
  });

  it('reads objects with named members, and keeps reasons', () => {
    const rows = [
      { address: A, earnings: '1', reasons: 'tweetdrop' },
      { reasons: '', earnings: '2', address: B },
      { earnings: '3' },
    ];
    const wanted = [
      [1, A, 1n, 'tweetdrop 1'],
      [2, B, 2n],
      [3, 'wallet: It is missing, or not a text'],
    ];
    expect(summary(read('json', rows))).toEqual(wanted);
    expect(summary(read('ndjson', rows.map((row) => JSON.stringify(row)).join('\n')))).toEqual(wanted);
    const columns = { wallet: 'who', amount: null, index: 'n', breakdown: ['a', 'b'] };
    const split = [{ who: A, n: 4, a: 1, b: '2' }, { who: B, n: 5, a: 1 }, 7];
    expect(summary(read('json', split, {}, columns))).toEqual([
      [1, A, 3n, 4n, 'a 1', 'b 2'],
      [2, 'amount: the amount is missing'],
      [3, 'it is not an object, as the first entry is'],
    ]);
  });

  it('reads objects by wallet, with the members that the columns name', () => {
    const rows = { [A]: { amount: '1', x: true }, [B]: { amount: '0x2' } };
    expect(summary(read('map', rows))).toEqual([
      [1, A, 1n],
      [2, B, 2n],
    ]);
    const columns = { wallet: null, amount: null, index: 'nr', breakdown: ['a', 'b'] };
    expect(summary(read('map', { [A]: { nr: 7, a: '1', b: '2' } }, {}, columns))).toEqual([
      [1, A, 3n, 7n, 'a 1', 'b 2'],
    ]);
    expect(summary(read('map', { [A]: { total: '1' } }))).toEqual([[1, expect.stringContaining('no member "amount"')]]);
    expect(summary(read('map', { [A]: '1' }, {}, columns))).toEqual([[1, expect.stringContaining('are amounts')]]);
  });

  it('reads pairs, and arrays by position', () => {
    expect(
      summary(
        read('json', [
          [A, '1'],
          [B, '0x2'],
        ]),
      ),
    ).toEqual([
      [1, A, 1n],
      [2, B, 2n],
    ]);
    const columns = { wallet: '#2', amount: '#3', index: '#1', breakdown: [] };
    const wanted = [[1, A, 5n, 0n]];
    expect(summary(read('json', [[0, A, 5]], {}, columns))).toEqual(wanted);
    expect(summary(read('ndjson', JSON.stringify([0, A, 5]), {}, columns))).toEqual(wanted);
    expect(summary(read('json', [[A]]))).toEqual([
      [1, expect.stringContaining('has no value #2; state its position with --columns amount=#1')],
    ]);
    expect(summary(read('json', [[A, 1]], {}, { ...USUAL_COLUMNS, amount: 'amount' }))).toEqual([
      [1, expect.stringContaining('has no value "amount"')],
    ]);
  });

  it.each<[string, (rows: unknown[]) => unknown]>([
    ['a member', (rows) => ({ data: rows })],
    ['a member beside others', (rows) => ({ note: 'x', names: ['address', 'amount'], more: { a: 1 }, rows, count: 2 })],
    ['members within members', (rows) => ({ result: { metadata: { column_names: ['a'] }, rows } })],
  ])('reads an array in %s', (_where, wrap) => {
    const wanted = [
      [1, A, 1n],
      [2, B, 2n],
    ];
    expect(
      summary(
        read(
          'json',
          wrap([
            { address: A, amount: 1 },
            { address: B, amount: 2 },
          ]),
        ),
      ),
    ).toEqual(wanted);
    expect(
      summary(
        read(
          'json',
          wrap([
            [A, 1],
            [B, 2],
          ]),
        ),
      ),
    ).toEqual(wanted);
    expect(read('json', wrap([A, B]), { amount: null }).entries.map(({ wallet }) => wallet.address)).toEqual([A, B]);
  });

  it.each<[string, (map: object) => unknown]>([
    ['a member', (map) => ({ airdrop: map })],
    ['a member beside others', (map) => ({ id: 1, tags: ['x'], more: { a: { b: 2 } }, claims: map, count: 2 })],
    ['members within members', (map) => ({ data: { result: map } })],
  ])('reads a map in %s', (_where, wrap) => {
    const wanted = [
      [1, A, 1n],
      [2, B, 2n],
    ];
    expect(summary(read('map', wrap({ [A]: 1, [B]: 2 })))).toEqual(wanted);
    expect(summary(read('map', wrap({ [A]: { amount: 1 }, [B]: { amount: 2 } })))).toEqual(wanted);
    expect(summary(read('map', wrap({ [A]: [{ amount: 1 }], [B]: [{ amount: 2 }, { amount: 3 }] })))).toEqual([
      ...wanted,
      [3, B, 3n],
    ]);
  });

  it('reports each misspelt wallet of a map, also before the first valid one', () => {
    const wallet = (line: number) => [line, expect.stringMatching(/^wallet: /)];
    expect(summary(read('map', { '0x12': 1, [A]: 2, x: 3 }))).toEqual([[2, A, 2n], wallet(1), wallet(3)]);
    expect(summary(read('map', { airdrop: { [A]: 2, '0x12': 1 } }))).toEqual([[1, A, 2n], wallet(2)]);
    expect(summary(read('map', { '0x12': 1, x: { amount: 1 } }))).toEqual([wallet(1), wallet(2)]);
    const many = Object.fromEntries(Array.from({ length: 1_003 }, (_, i) => [`x${i}`, 1]));
    expect(read('map', many).violations).toHaveLength(1_003);
  });

  it('reads published proofs, and the root and the total beside the list', () => {
    const hash = 'ab'.repeat(32);
    const facts = { root: `0x${hash}`, total: 3n };
    const rows = [
      { account: A, amount: 1, merkleProofs: [hash, `0x${hash}`] },
      { account: B, amount: 2, merkleProofs: [] },
    ];
    const records = read('json', { root: { merkleRoot: hash }, token_total: '3', proofs: rows });
    expect(summary(records)).toEqual([
      [1, A, 1n, 2],
      [2, B, 2n, 0],
    ]);
    expect(records.metadata).toMatchObject(facts);
    const map = read('map', { claims: { [A]: { amount: 3, proof: [hash] } }, merkle_root: hash, tokenTotal: '0x3' });
    expect(summary(map)).toEqual([[1, A, 3n, 1]]);
    expect(map.metadata).toMatchObject(facts);
    const columns = { ...USUAL_COLUMNS, proof: '#3' };
    expect(summary(read('json', [[A, '1', [hash]]], {}, columns))).toEqual([[1, A, 1n, 1]]);
    expect(summary(read('json', [{ address: A, amount: 1, proof: ['0x12'] }]))).toEqual([
      [1, 'proof: a hash is neither 64 hex digits nor 32 bytes'],
    ]);
  });

  it('rejects an object without an array of entries, or with several', () => {
    const none = [[null, 'it is neither an array of entries nor an object that contains one']];
    expect(summary(read('json', { data: [], names: ['a'] }))).toEqual(none);
    expect(summary(read('json', '5'))).toEqual(none);
    const found = read('json', { tokens: [{ address: A, amount: 1 }], rows: [{ address: B, amount: 2 }] });
    expect(summary(found)).toEqual([
      [1, A, 1n],
      [null, 'it has several arrays of entries: save the one to load as a file'],
    ]);
  });

  // Each row that is dropped silently is a wallet that gets a definite no.
  it('reports each element of the array that is no entry, also before the first that is one', () => {
    const invalid = (line: number, message = 'wallet: ') => [line, expect.stringContaining(message)];
    const addresses = ['vitalik.eth', '0x1234', A, B];
    const wanted = [[3, A, 0n], [4, B, 0n], invalid(1), invalid(2)]; // prettier-ignore
    expect(summary(read('json', { eligibles: addresses }, { amount: null }))).toEqual(wanted);
    const objects = [null, 7, { address: A, amount: 1 }, { address: B, amount: 2 }];
    const other = 'it is not an object, as the first entry is';
    const rows = [[3, A, 1n], [4, B, 2n], invalid(1, other), invalid(2, other)]; // prettier-ignore
    expect(summary(read('json', { data: objects }))).toEqual(rows);
    const late = { data: [...Array.from({ length: 1_000 }, () => 'x'), A] };
    expect(summary(read('json', late, { amount: null }))).toEqual([invalid(null as never, 'the first 1000 elements')]);
  });

  const S = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
  it.each<[string, object]>([
    ['of Starknet', { evm: [A, B], starknet: [S] }],
    ['of Starknet before', { starknet: [S], evm: [A, B] }],
    ['of names', { wave1: [A, B], wave2: ['vitalik.eth', '0xDEAD'] }],
    ['of names before', { wave1: ['vitalik.eth', 'a.stark'], wave2: [A, B] }],
  ])('rejects a second array %s', (_what, document) => {
    const { violations } = read('json', document, { amount: null, families: ['evm', 'starknet'] });
    expect(violations).toEqual([
      { line: null, message: 'it has several arrays of entries: save the one to load as a file' },
    ]);
  });

  it('reads wallets of Starknet in an object, beside hashes and other texts', () => {
    const hash = `0x${'ab'.repeat(32)}`;
    const document = { roots: [hash], proof: [S], data: [S], tags: ['https://example.com', 'v1.2'], hashes: [hash] };
    const { entries, violations } = read('json', document, { amount: null, families: ['starknet'] });
    expect(violations).toEqual([]);
    expect(entries.map(({ line }) => line)).toEqual([1]);
  });

  it('reads a list of wallets from an array of addresses, and requires amounts of an allocation', () => {
    expect(summary(read('json', [A, B], { amount: null }))).toEqual([
      [1, A, 0n],
      [2, B, 0n],
    ]);
    expect(summary(read('json', [A]))).toEqual([[1, expect.stringContaining('without amounts: state the amount')]]);
  });

  it.each<[ListFormat, unknown, string]>([
    ['json', [{ address: A, amount: 1 }, [B, 1]], 'it is not an object, as the first entry is'],
    ['json', [[A, 1], { address: B, amount: 1 }], 'it is not an array, as the first entry is'],
    [
      'json',
      [
        [A, 1],
        [B, 1, 2],
      ],
      'it has 3 values, the first entry 2',
    ],
    ['json', [[A, 1], [B]], 'it has 1 values, the first entry 2'],
    ['map', { [A]: { amount: 1 }, [B]: 1 }, 'it is not an object, as the first entry is'],
    ['map', { [A]: [{ amount: 1 }], [B]: { amount: 1 } }, 'its value is not an array of objects, as the first one is'],
    ['map', { [A]: [{ amount: 1 }], [B]: [] }, 'its value is not an array of objects, as the first one is'],
    ['map', { [A]: 1, [B]: { amount: 1 } }, 'amount: the amount is not a number: digits and a decimal point only'],
  ])('rejects entries of mixed kinds by their number: %s %j', (format, rows, message) => {
    expect(summary(read(format, rows))).toEqual([
      [1, A, 1n],
      [2, message],
    ]);
  });

  it('reports invalid lines by number, and continues', () => {
    const lines = [
      `{"address":"${A}","amount":"1"}`,
      '',
      '{"address":',
      `{"address":"${B}","amount":"xxx"}`,
      '[1',
      '{}{}',
    ];
    expect(summary(read('ndjson', `${lines.join('\r\n')}\n{"address":"${B}","amount":2}`))).toEqual([
      [1, A, 1n],
      [7, B, 2n],
      [3, 'the object does not end on its line'],
      [4, expect.stringContaining('amount: the amount is not a number')],
      [5, 'the object does not end on its line'],
      [6, 'wallet: It is missing, or not a text'],
      [6, 'the line holds more than one object'],
    ]);
  });

  it('does not require amounts of a list of wallets', () => {
    expect(summary(read('json', [{ wallet: A }], { amount: null }))).toEqual([[1, A, 0n]]);
    expect(summary(read('map', { [A]: { ARMA: true } }, { amount: null }))).toEqual([[1, A, 0n]]);
  });
});

describe('rows without amounts', () => {
  const each: Partial<ReadingTerms> = { amount: 5n };

  it.each<[ListFormat, unknown]>([
    ['csv', `holder,address,amount\nx,${A},7\ny,${B},\n`],
    ['ndjson', `{"address":"${A}"}\n{"address":"${B}"}`],
    ['json', [{ address: A, token_id: 1 }, { address: B }]],
    ['json', [A, B]],
    ['json', [[A], [B]]],
    ['map', { [A]: { ARMA: false }, [B]: { ARMA: true } }],
    ['map', { [A]: true, [B]: [1, 2] }],
  ])('have the same amount in %s: %j', (format, rows) => {
    const found = read(format, rows, each);
    expect(found.violations).toEqual([]);
    expect(found.entries.map(({ wallet, amount }) => [wallet.address, amount])).toEqual([
      [A, 5n],
      [B, 5n],
    ]);
  });

  it('have the claim index of their column', () => {
    const columns = { ...USUAL_COLUMNS, index: 'nr' };
    expect(summary(read('csv', `address,nr\n${A},7\n`, each, columns))).toEqual([[2, A, 5n, 7n]]);
    expect(summary(read('json', [{ nr: -1, address: A }], each, columns))).toEqual([
      [1, 'index: it is not an integer from 0 to 2^53 - 1'],
    ]);
  });

  // A wallet that a map rules out is not in the list.
  it.each([false, null])('are rejected if a map states %j for a wallet', (value) => {
    expect(summary(read('map', { [A]: value }, each))).toEqual([
      [1, 'its value says that the wallet is not in the list'],
    ]);
  });
});
