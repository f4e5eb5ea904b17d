import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { recordedOutput } from '../../testing/recorded-output';
import { type DiffLists, diffLists } from './diff';
import { listCommands } from './testing';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x52908400098527886E0F7030069857D2E4169EE7';
const C = `0x${'3'.repeat(40)}`;
const SOLANA = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeEach(async () => {
  const token = { symbol: null, decimals: fact(18), address: null };
  lists = await listCommands([
    dropDefinition({ token }),
    dropDefinition({ id: 'jup', token, chain: fact('solana'), wallets: ['solana'] }),
  ]);
});
afterEach(() => lists.close());

async function diff(over: Partial<DiffLists> = {}) {
  const { output, said } = recordedOutput();
  const args = {
    kind: 'allocation',
    name: null,
    before: 1,
    after: null,
    examples: 5,
    showWallets: false,
    ...over,
  } as const;
  await diffLists({ dropId: 'linea', ...args }, { output, withDatabase: (work) => work(lists.db) });
  return said;
}

describe('lists diff', () => {
  it('shows numbers and amounts of each difference, and examples', async () => {
    await lists.loadCsv([`${A},1`, `${B},2`]);
    await lists.loadCsv([`${B},2.5`, `${C},4`]);
    const { text, document } = await diff();
    expect(text).toBe(
      [
        'linea: allocation list, from version 1 (2 wallets, 3 tokens in total) to version 2 (2 wallets, 6.5 tokens in total)',
        '',
        '           WALLETS  TOKENS BEFORE  AFTER',
        'added      1        -              4',
        'removed    1        1              -',
        'changed    1        2              2.5',
        'unchanged  0        -              -',
        '',
        'EXAMPLE  WALLET       BEFORE  AFTER',
        'added    0x3333…3333  -       4',
        'removed  0xd8dA…6045  1       -',
        'changed  0x5290…9EE7  2       2.5',
      ].join('\n'),
    );
    const token = (tenths: bigint) => String(tenths * 10n ** 17n);
    expect(document).toEqual({
      drop: 'linea',
      kind: 'allocation',
      name: null,
      before: { version: 1, wallets: 2, total: token(30n) },
      after: { version: 2, wallets: 2, total: token(65n) },
      added: { wallets: 1, amount: token(40n) },
      removed: { wallets: 1, amount: token(10n) },
      changed: { wallets: 1, before: token(20n), after: token(25n) },
      rearranged: { wallets: 0 },
      examples: [
        { change: 'added', wallet: '0x3333…3333', before: null, after: token(40n) },
        { change: 'removed', wallet: '0xd8dA…6045', before: token(10n), after: null },
        { change: 'changed', wallet: '0x5290…9EE7', before: token(20n), after: token(25n) },
      ],
    });
  });

  // Output is pasted into issues; wallets should not be.
  it('shows whole wallets only on demand, and no more than asked for', async () => {
    await lists.loadCsv([`${SOLANA},1`], { dropId: 'jup' });
    await lists.loadCsv([`${SOLANA},2`], { dropId: 'jup' });
    expect((await diff({ dropId: 'jup' })).text).not.toContain(SOLANA);
    expect((await diff({ dropId: 'jup', showWallets: true })).text).toContain(`changed  ${SOLANA}  1       2`);
    expect((await diff({ dropId: 'jup', examples: 0, showWallets: true })).document).toMatchObject({ examples: [] });
  });

  it('shows no amounts of an exclusion list', async () => {
    await lists.loadCsv([`${A},0`], { kind: 'exclusion', unit: null });
    await lists.loadCsv([`${A},0`, `${B},0`], { kind: 'exclusion', unit: null });
    const { text } = await diff({ kind: 'exclusion' });
    expect(text.split('\n').slice(2)).toEqual([
      '           WALLETS',
      'added      1',
      'removed    0',
      'changed    0',
      'unchanged  1',
      '',
      'EXAMPLE  WALLET',
      'added    0x5290…9EE7',
    ]);
  });

  it('reports an unknown version', async () => {
    await lists.loadCsv([`${A},1`]);
    await expect(diff({ before: 2 })).rejects.toMatchObject({
      code: 'list_unknown',
      message: 'Version 2 of the allocation list of "linea" does not exist',
    });
  });
});

describe('lists load --dry-run', () => {
  // Numbers of wallets and total can be the same while every wallet differs.
  it('shows the differences from the active list as lists diff does after the load, and stores nothing', async () => {
    await lists.loadCsv([`${A},1`, `${B},2`]);
    const next = [`${B},1`, `${C},2`];
    const trial = await lists.loadCsv(next, { dryRun: true, showWallets: true });
    expect(trial.text).toContain(`added    ${C}  -       2`);
    expect((await lists.show('linea', true)).document.data).toHaveLength(1);

    await lists.loadCsv(next);
    const { added, removed, changed, rearranged, examples } = (await diff({ showWallets: true })).document as never;
    expect(trial.document['difference']).toEqual({ added, removed, changed, rearranged, examples });
    expect(added).toMatchObject({ wallets: 1 });
  });

  it('compares rows of one wallet by their sum', async () => {
    await lists.loadCsv([`${A},3`]);
    const trial = await lists.loadCsv([`${A},1`, `${A},2`, `${B},1`], { dryRun: true, duplicates: 'sum' });
    expect(trial.document['difference']).toMatchObject({ added: { wallets: 1 }, changed: { wallets: 0 } });
  });

  it('shows no difference without an active list, or from the same list', async () => {
    expect((await lists.loadCsv([`${A},1`], { dryRun: true })).document).toMatchObject({ difference: null });
    await lists.loadCsv([`${A},1`]);
    const same = await lists.loadCsv([`${A},1`], { dryRun: true });
    expect(same.document).toMatchObject({ outcome: 'unchanged', difference: null });
  });
});
