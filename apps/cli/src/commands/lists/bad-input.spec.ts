import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { ProofFormat } from '@droptrack/contracts';
import type { ListFormat } from '@droptrack/eligibility/formats';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadList } from './load';
import { listCommands } from './testing';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x52908400098527886E0F7030069857D2E4169EE7';
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const OTHER_SOLANA = 'So11111111111111111111111111111111111111112';
const COSMOS = 'wasm1k9hwzxs889jpvd7env8z49gad3a3633vg350tq';
const OTHER_COSMOS = 'wasm1uy9ucvgerneekxpnfwyfnpxvlsx5dzdpf0mzjd';
const ABOVE_MAX = `${2n ** 256n}`;
const HASH = `0x${'ab'.repeat(32)}`;
const CLAIM = { rpc: 'ethereum', contract: 'eip155:1:0x090D4613473dEE047c3f2706764f49E0821D256e', source: null };

interface Row {
  readonly wallet: string;
  readonly amount: string;
  readonly index: number;
  readonly proof?: readonly string[];
}
interface Format {
  readonly drop: string;
  /** A valid wallet, another one, and one of another family. */
  readonly wallets: readonly [string, string, string];
  readonly options?: Partial<LoadList>;
  /** The file with these rows. Undefined members are not written. */
  readonly write: (rows: readonly Row[]) => string;
  /** The file with an entry of another kind as its last one. */
  readonly mixed: (text: string) => string;
  /** Line of the second row. */
  readonly second: number;
  /** False for formats without proofs per row. */
  readonly hasProofs: boolean;
}

const EVM = { drop: 'linea', wallets: [A, B, SOLANA], second: 2 } as const;
const base = { unit: 'base' } as const;
const json = (value: unknown): string => JSON.stringify(value, null, 1);
const fieldsOf = ({ wallet, amount, index, proof }: Row) => ({ wallet, amount, index, proof });
/** Replaces the last object of a text. */
const withLast = (by: string) => (text: string) => {
  const at = text.lastIndexOf('{');
  return text.slice(0, at) + by + text.slice(text.lastIndexOf('}', text.lastIndexOf(']')) + 1);
};
/** Members by wallet as text, since two members of an object in JavaScript cannot have the same name. */
const members = (rows: readonly Row[], valueOf: (row: Row) => unknown): string =>
  `{${rows.map((row) => `${JSON.stringify(row.wallet)}:${JSON.stringify(valueOf(row))}`).join(',\n')}}`;

const FORMATS: Partial<Record<ListFormat, Format>> = {
  csv: {
    ...{ ...EVM, second: 3, options: base, hasProofs: false },
    write: (rows) => ['address,amount', ...rows.map(({ wallet, amount }) => `"${wallet}","${amount}"`)].join('\n'),
    mixed: (text) => `${text},more`,
  },
  ndjson: {
    ...{ ...EVM, options: { ...base, tree: 'ens' }, hasProofs: true },
    write: (rows) => rows.map((row) => JSON.stringify(fieldsOf(row))).join('\n'),
    mixed: (text) => `${text.split('\n')[0]}\n["${B}","1"]`,
  },
  json: {
    ...{ ...EVM, options: { ...base, tree: 'ens' }, hasProofs: true },
    write: (rows) => json(rows.map(fieldsOf)),
    mixed: withLast(`["${B}","1"]`),
  },
  map: {
    ...{ ...EVM, options: { ...base, tree: 'ens' }, hasProofs: true },
    write: (rows) => members(rows, ({ amount, proof }) => ({ amount, proof })),
    mixed: (text) => text.replace(/\n("0x[^"]*"):.*$/, '\n$1:"1"}'),
  },
  uniswap: {
    ...{ ...EVM, hasProofs: true },
    write: (rows) => members(rows, ({ amount, index, proof }) => ({ index, amount, proof })),
    mixed: (text) => text.replace(/\n("0x[^"]*"):.*$/, '\n$1:"1"}'),
  },
  ens: {
    ...{ ...EVM, options: { expectRoot: HASH }, hasProofs: false },
    write: (rows) => `{"proof":[],"entries":${members(rows, ({ amount }) => ({ balance: amount }))}}`,
    mixed: (text) => text.replace(/\n("0x[^"]*"):.*$/, '\n$1:"1"}}'),
  },
  openzeppelin: {
    ...{ ...EVM, hasProofs: false },
    write: (rows) =>
      json({
        ...{ format: 'standard-v1', leafEncoding: ['address', 'uint256'] },
        values: rows.map(({ wallet, amount }) => ({ value: [wallet, amount] })),
      }),
    mixed: withLast('"x"'),
  },
  across: {
    ...{ ...EVM, hasProofs: false },
    write: (rows) => json({ recipients: rows.map(({ wallet, amount }) => ({ account: wallet, amount })) }),
    mixed: withLast('"x"'),
  },
  sablier: {
    ...{ ...EVM, hasProofs: false },
    write: (rows) =>
      json({
        ...{ root: HASH, number_of_recipients: rows.length },
        recipients: rows.map(({ wallet, amount }) => ({ address: wallet, amount })),
      }),
    mixed: withLast('"x"'),
  },
  merkl: {
    ...{ ...EVM, hasProofs: false },
    write: (rows) => `{"rewards":{"one":{"holders":${members(rows, ({ amount }) => ({ amount }))}}}}`,
    mixed: (text) => text.replace(/\n("0x[^"]*"):.*$/, '\n$1:"1"}}}}'),
  },
  jito: {
    ...{ drop: 'sol', wallets: [SOLANA, OTHER_SOLANA, A], second: 2, hasProofs: true },
    write: (rows) =>
      json({ tree_nodes: rows.map(({ wallet, amount, proof }) => ({ claimant: wallet, amount, proof })) }),
    mixed: withLast('"x"'),
  },
};

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeAll(async () => {
  const token = { symbol: null, decimals: fact(18), address: null };
  lists = await listCommands([
    dropDefinition({ token }),
    dropDefinition({ id: 'rooted', token, claim: { ...CLAIM, root: fact(HASH) } }),
    dropDefinition({ id: 'sol', chain: fact('solana'), token }),
    dropDefinition({ id: 'wasm', chain: fact('cosmos'), token }),
  ]);
});
afterAll(() => lists.close());

const traces = () =>
  lists.db.query(
    `SELECT (SELECT count(*) FROM lists) AS lists, (SELECT count(*) FROM list_rows) AS rows,
            (SELECT count(*) FROM list_nodes) AS nodes, (SELECT seq FROM log_head) AS seq`,
  );

/** Loads a text; fails if the load succeeds or leaves anything behind. @returns `line: message` of the first error. */
async function failureOf(text: string, over: Partial<LoadList>): Promise<string> {
  const path = join(lists.folder, 'list.txt');
  writeFileSync(path, text);
  const before = await traces();
  const { code, document } = await lists.load([path], over);
  expect(await traces()).toEqual(before);
  expect(code).toBe(1);
  const { faults } = (document as { error: { faults: { file: string; line: number | null; message: string }[] } })
    .error;
  expect(faults[0]?.file).toBe('list.txt');
  expect(JSON.stringify(faults)).not.toMatch(/d8dA6BF|52908400|9jDBxhUr|wasm1k9h/i);
  return `${faults[0]?.line}: ${faults[0]?.message}`;
}

describe.each(Object.entries(FORMATS).map(([name, format]) => ({ name: name as ListFormat, ...format })))(
  'bad input of $name',
  ({ name, drop, wallets: [one, other, foreign], options = {}, write, mixed, second, hasProofs }) => {
    const over = { dropId: drop, format: name, ...options };
    const row = (index: number, more: Partial<Row> = {}): Row => ({
      ...{ wallet: index === 0 ? one : other, amount: `${index + 1}`, index },
      ...more,
    });
    const at = (message: string) => expect.stringMatching(new RegExp(`^${second}: ${message}`)) as string;

    it('that is truncated is rejected', async () => {
      const text = write([row(0), row(1)]);
      const cut = name === 'csv' ? text.length - 1 : text.length - 2;
      expect(await failureOf(text.slice(0, cut), over)).toMatch(/cut off|never closed|does not end/);
    });

    it('with an entry of another kind is rejected by its line', async () => {
      expect(await failureOf(mixed(write([row(0), row(1)])), over)).toEqual(at('.'));
    });

    it('with a wallet twice is rejected by its line', async () => {
      const found = await failureOf(write([row(0), row(1, { wallet: one })]), over);
      // Two members of one name are invalid already as JSON.
      expect(found).toEqual(at('(the same wallet as in line|an object has two members of one name)'));
    });

    it('with a wallet of another family is rejected by its line', async () => {
      expect(await failureOf(write([row(0), row(1, { wallet: foreign })]), over)).toEqual(at('wallet: It is '));
    });

    it('with an amount above 2^256 - 1 is rejected by its line', async () => {
      expect(await failureOf(write([row(0), row(1, { amount: ABOVE_MAX })]), over)).toEqual(at('amount: .* above 2'));
    });

    if (hasProofs) {
      it('with a proof that leads elsewhere is rejected by its line', async () => {
        const rows = [row(0, { proof: [HASH] }), row(1, { proof: [HASH] })];
        expect(await failureOf(write(rows), over)).toEqual(at('its published proof does not lead to the root'));
      });
    }
  },
);

/** Wallets and an amount that the leaves of a tree cannot represent. */
const TREES: readonly [ProofFormat, string, readonly [string, string], string | null, Partial<LoadList>?][] = [
  ['uniswap', 'linea', [A, B], null, { index: 'row' }],
  ['ens', 'linea', [A, B], null],
  ['openzeppelin', 'linea', [A, B], null],
  ['abi', 'linea', [A, B], null],
  ['packed', 'linea', [A, B], `${2n ** 64n}`, { leaf: 'address wallet, uint64 amount' }],
  ['jito', 'sol', [SOLANA, OTHER_SOLANA], `${2n ** 64n}`],
  ['solana_keccak', 'sol', [SOLANA, OTHER_SOLANA], `${2n ** 64n}`, { index: 'row' }],
  ['cosmwasm', 'wasm', [COSMOS, OTHER_COSMOS], `${2n ** 128n}`],
];

// A list with proofs that the contract rejects would look like the real one.
describe('a list whose distributor has a published root', () => {
  const over = { ...base, dropId: 'rooted', tree: 'openzeppelin' as const };
  const rows = `address,amount\n${A},1\n`;

  it('is rejected with another root, also if the options state that one', async () => {
    const another = await failureOf(rows, over);
    const [, computed = ''] = /(0x[0-9a-f]{64}).* should have 0xabab/.exec(another) ?? [];
    expect(computed).not.toBe('');
    expect(await failureOf(rows, { ...over, expectRoot: computed })).toContain(
      `its root is ${computed}, and claim.root of the catalogue ${HASH}`,
    );
  });

  it('is loaded without a tree, and under a name of which no root is published', async () => {
    const path = join(lists.folder, 'unnamed.csv');
    writeFileSync(path, rows);
    for (const options of [{ tree: null }, { name: 'season-2' }]) {
      expect((await lists.load([path], { ...over, ...options })).code).toBe(0);
    }
  });
});

describe.each(TREES)('bad input of a tree of %s', (tree, dropId, [one, other], aboveMax, options = {}) => {
  const over = { ...base, dropId, tree, ...options };
  const rows = (...given: readonly (readonly [string, string])[]): string =>
    ['address,amount', ...given.map((row) => row.join()), ''].join('\n');
  const records = (...proofs: readonly (readonly string[])[]): string =>
    json(proofs.map((proof, i) => ({ address: i === 0 ? one : other, amount: '5', proof })));

  it('rejects an amount that a leaf cannot have, by its line', async () => {
    const found = await failureOf(rows([one, '1'], [other, aboveMax ?? ABOVE_MAX]), over);
    expect(found).toMatch(aboveMax === null ? /^3: amount: / : /^3: the amount does not fit into a leaf/);
  });

  it('rejects proofs that lead to different roots, by their line', async () => {
    expect(await failureOf(records([HASH], [HASH]), over)).toMatch(/^2: its published proof does not lead/);
  });

  it('rejects a proof of another root than the declared one, and a malformed one', async () => {
    expect(await failureOf(records([HASH], [HASH]), { ...over, expectRoot: HASH })).toMatch(/^1: its published proof/);
    expect(await failureOf(records([HASH], ['0x12']), over)).toMatch(/^2: proof: /);
  });

  it('rejects a wallet twice, by its line, and rows that lead to another root', async () => {
    expect(await failureOf(rows([one, '1'], [other, '1'], [one, '2']), over)).toMatch(/^4: the same wallet/);
    expect(await failureOf(rows([one, '1']), { ...over, expectRoot: HASH })).toMatch(/and should have 0xabab/);
  });
});
