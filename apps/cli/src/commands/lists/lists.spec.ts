import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadList } from './load';
import { listCommands } from './testing';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x52908400098527886E0F7030069857D2E4169EE7';
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeEach(async () => {
  const token = { symbol: fact('LINEA'), decimals: fact(18), address: null };
  lists = await listCommands([
    dropDefinition({ token }),
    dropDefinition({ id: 'unknown-token' }),
    dropDefinition({ id: 'sui', chain: fact('near'), token }),
  ]);
});
afterEach(() => lists.close());

const load = (csv: string, over: Partial<LoadList> = {}) => {
  const path = join(lists.folder, 'list.csv');
  writeFileSync(path, csv);
  return lists.load(over.files ?? [path], { unit: 'token', ...over });
};
const show = (...args: Parameters<typeof lists.show>) => lists.show(...args);
const faultsOf = (document: Record<string, unknown>) => (document as { error: { faults: unknown[] } }).error.faults;
const list = (...rows: string[]): string => ['address,amount', ...rows, ''].join('\n');

describe('lists load', () => {
  it('activates a list and reports its totals', async () => {
    const { code, text, document } = await load(list(`${A},1.5`, `${B.toLowerCase()},7e-1`));
    expect([code, text]).toEqual([
      0,
      'linea: version 1 of the allocation list is active: 2 wallets, 2.2 tokens in total.',
    ]);
    expect(document).toMatchObject({
      dry_run: false,
      outcome: 'loaded',
      drop: 'linea',
      rows: 2,
      wallets: 2,
      total: '2200000000000000000',
      decimals: 18,
      former: null,
    });
  });

  it('reports the previous and the new version, and changes nothing for the same file', async () => {
    await load(list(`${A},1`));
    const trial = await load(list(`${A},2`), { dryRun: true });
    expect(trial.text.split('\n')[0]).toBe(
      'linea: version 2 of the allocation list would become active: 1 wallet, 2 tokens in total. ' +
        'Previously: version 1, 1 wallet, 1 tokens in total. Nothing was changed.',
    );
    const again = await load(list(`${A},1`));
    expect([again.code, again.document['outcome']]).toEqual([0, 'unchanged']);
    expect(again.text).toContain('already active as version 1');
  });

  it('reads base units with --unit base, also for a token with unknown decimals', async () => {
    const { text, document } = await load(list(`${A},1985193033015169834785068`), {
      dropId: 'unknown-token',
      unit: 'base',
    });
    expect(text).toContain('1985193033015169834785068 base units in total');
    expect(document).toMatchObject({ total: '1985193033015169834785068', decimals: null });
  });

  it('sums a repeated wallet with --duplicates sum', async () => {
    const { text } = await load(list(`${A},1`, `${A.toLowerCase()},2`), { duplicates: 'sum' });
    expect(text).toContain('1 wallet, 3 tokens in total (from 2 rows, summed per wallet).');
  });

  it('accepts an exclusion list without amounts', async () => {
    const { text } = await load(`wallet\n${A}\n${B}\n`, { kind: 'exclusion', unit: null });
    expect(text).toBe('linea: version 1 of the exclusion list is active: 2 wallets.');
  });
});

describe('a list with errors', () => {
  it('is rejected with every line, without its wallets and amounts', async () => {
    await load(list(`${A},1`));
    const wrong = A.replace('dA', 'da');
    const secret = list(`${A},1`, `${wrong},1`, `${B},xxx`, `${B},-1`, `${B},1,000`, `${SOLANA},1`, `${B},1e-19`, ',3');
    const { code, text, document } = await load(secret);
    expect(code).toBe(1);
    const shown = text.split('\n');
    expect(shown).toHaveLength(9);
    expect(shown.slice(0, 7).map((line) => line.slice(0, 28))).toEqual([
      'list.csv:3: wallet: The EIP-',
      'list.csv:4: amount: the amou',
      'list.csv:5: amount: the amou',
      'list.csv:6: the line has 3 f',
      'list.csv:7: wallet: It is a ',
      'list.csv:8: amount: the amou',
      'list.csv:9: wallet: A wallet',
    ]);
    expect(shown.at(-1)).toBe('7 errors; nothing was loaded.');
    expect(document).toMatchObject({ error: { code: 'list_faults', total: 7 } });
    expect(faultsOf(document)).toHaveLength(7);
    for (const printed of [text, JSON.stringify(document)]) {
      for (const part of [A, wrong, B, SOLANA, 'xxx', '1e-19']) expect(printed).not.toContain(part);
    }
    expect((await show()).document).toMatchObject({ data: [{ version: 1, wallets: 1 }] });
  });

  it('reports the first hundred errors, and the total', async () => {
    const { text, document } = await load(list(...Array<string>(150).fill('no-wallet,1')));
    expect(document).toMatchObject({ error: { total: 150 } });
    expect(faultsOf(document)).toHaveLength(100);
    expect(text).toContain('… and 50 more\n\n150 errors; nothing was loaded.');
  });

  it('is reported with the errors before its end if it is truncated', async () => {
    const { document } = await load(list('no-wallet,1', ...Array<string>(20_000).fill(`${A},1`), '"1,2'));
    expect(document).toMatchObject({
      error: { total: 2, faults: [{ line: 2 }, { message: expect.stringContaining('never closed') }] },
    });
  });

  it('has no header, or no rows', async () => {
    expect((await load(`${A},1\n`)).text).toContain('list.csv:1: has no column "wallet" or "address"');
    expect((await load(list())).text).toContain('list.csv: it has no rows');
    expect((await load('')).code).toBe(1);
  });

  it('reports a repeated wallet by its lines', async () => {
    expect((await load(list(`${A},1`, `${B},1`, `${A.toLowerCase()},2`))).text).toContain(
      'list.csv:4: the same wallet as in line 2',
    );
  });
});

describe('a list with an expected total', () => {
  const two = list(`${A},1.5`, `${B},7e-1`);

  it('is accepted if it matches, and rejected with both values if it does not', async () => {
    expect((await load(two, { expectTotal: '2.2', expectWallets: 2 })).code).toBe(0);
    expect((await load(two, { expectTotal: '2.3', duplicates: 'sum' })).text).toContain(
      'list.csv: it comes to 2200000000000000000 base units, and should come to 2300000000000000000',
    );
    expect((await load(two, { expectWallets: 3 })).text).toContain('it has 2 wallets, and should have 3');
  });

  it.each<[string, Partial<LoadList>]>([
    ['a root without a tree', { expectRoot: `0x${'ab'.repeat(32)}` }],
    ['a root that is none', { expectRoot: '0xab', tree: 'openzeppelin' }],
    ['a part without proofs', { part: true }],
    ['a tree of those that were left out', { kind: 'exclusion', unit: null, tree: 'uniswap' }],
    ['a total that is no amount', { expectTotal: 'all' }],
  ])('cannot be expected to have %s', async (_what, over) => {
    await expect(load(two, over)).rejects.toMatchObject({ name: 'CliError', code: 'invalid_argument' });
  });

  it('names the files of the lines if there are several', async () => {
    const [one = '', other = ''] = ['a.csv', 'b.csv'].map((file) => join(lists.folder, file));
    writeFileSync(one, list(`${A},1`, `${B},1`));
    writeFileSync(other, list(`${A.toLowerCase()},1`));
    const { text } = await load('', { files: [other, one] });
    expect(text.split('\n')[0]).toBe('b.csv:2: the same wallet as in line 2 of a.csv');
  });

  it('shows progress', async () => {
    const said = await load(two, { tree: 'openzeppelin' });
    expect(said.progress).toEqual(
      expect.arrayContaining(['Checking: 2 rows', '[########################] 100 %  Building the tree: 2 wallets']),
    );
  });
});

describe('a list with invalid arguments', () => {
  it.each<[string, Partial<LoadList>, string]>([
    ['for want of a unit', { unit: null }, 'invalid_argument'],
    ['for columns that are none', { columns: 'who' }, 'invalid_argument'],
    ['for an address that is none', { url: 'ftp://linea.example/list.csv' }, 'invalid_argument'],
    ['for a drop that is not there', { dropId: 'lynea' }, 'drop_unknown'],
    ['for a token with unknown decimals', { dropId: 'unknown-token' }, 'unknown_decimals'],
    ['for a drop whose wallets cannot be checked', { dropId: 'sui' }, 'no_wallets'],
    ['for a file that is not there', { files: ['/nowhere/list.csv'] }, 'unreadable_file'],
  ])('is rejected %s', async (_why, over, code) => {
    await expect(load(list(`${A},1`), over)).rejects.toMatchObject({ name: 'CliError', code });
    expect((await show()).document).toEqual({ data: [], gaps: [] });
  });
});

describe('lists show', () => {
  it('shows the active list, and every version of a drop', async () => {
    await load(list(`${A},1`));
    await load(list(`${A},2.5`), { url: 'https://linea.example/list.csv' });
    await load(`wallet\n${B}\n`, { kind: 'exclusion', unit: null });
    const { text, document } = await show();
    expect(text.split('\n').map((line) => line.split(/  +/).slice(0, 5))).toEqual([
      ['DROP', 'KIND', 'VERSION', 'WALLETS', 'TOTAL'],
      ['linea', 'allocation', '2', '1', '2.5'],
      ['linea', 'exclusion', '1', '1', '-'],
    ]);
    expect(document).toMatchObject({
      data: [
        {
          drop: 'linea',
          version: 2,
          in_force: true,
          total: '2500000000000000000',
          url: 'https://linea.example/list.csv',
        },
        { kind: 'exclusion' },
      ],
    });
    const all = await show('linea', true);
    expect(all.text).toContain('1 (former)');
    expect(JSON.stringify([text, document, all])).not.toMatch(/0x/i);
  });

  it('shows how to load a list if there is none', async () => {
    expect((await show()).text).toContain('droptrack lists load <drop> list.csv --unit token');
    expect((await show('linea')).text).toContain('There is no list of linea.');
  });
});
