import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { listCommands } from './testing';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const TEN = Array.from({ length: 10 }, (_, i) => `0x${String(i).repeat(40)},936129870`);

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeEach(async () => {
  const token = { symbol: null, decimals: fact(18), address: null };
  const distribution = { tokens: fact('9361298700'), wallets: fact(10), totalSupply: null };
  lists = await listCommands([dropDefinition({ token }), dropDefinition({ id: 'counted', token, distribution })]);
});
afterEach(() => lists.close());

describe('a list compared with the catalogue', () => {
  const counted = { dropId: 'counted' };

  // Every missing wallet would receive a definite "no".
  it('is rejected if it is far off, with both values, unless the difference is accepted', async () => {
    const one = [`${A},9361298700`];
    const { code, text } = await lists.loadCsv(one, counted);
    expect([code, text.split('\n')[0]]).toEqual([
      1,
      'list.csv: it has 1 wallet (catalogue: 10), 9361298700 tokens (catalogue: 9361298700); ' +
        'a difference of more than 10 % needs --accept-mismatch',
    ]);
    expect((await lists.loadCsv(one, { ...counted, dryRun: true })).code).toBe(1);
    expect((await lists.show()).document).toEqual({ data: [], gaps: [] });

    const accepted = await lists.loadCsv(one, { ...counted, acceptMismatch: true });
    expect([accepted.code, accepted.notes]).toEqual([
      0,
      [expect.stringContaining('1 wallet (catalogue: 10)'), expect.stringContaining('never with a no')],
    ]);
    expect(accepted.document['warning']).toBe(accepted.notes[0]);
  });

  it('reports a doubtful unit if the total is a thousand times off, and is accepted if it is near', async () => {
    expect((await lists.loadCsv(TEN, { ...counted, unit: 'base' })).text).toContain(
      '. Is the unit right? A difference of more than 10 % needs --accept-mismatch',
    );
    expect(await lists.loadCsv(TEN, counted)).toMatchObject({ code: 0, notes: [], document: { warning: null } });
  });

  it('is rejected for repeated wallets first, as they may be the cause of the difference', async () => {
    expect((await lists.loadCsv([TEN[0]!, TEN[0]!], counted)).text).toContain('the same wallet as in line 2');
  });
});

describe('the root of a tree', () => {
  it('is shown as not published unless it is declared', async () => {
    const computed = await lists.loadCsv([`${A},1`], { tree: 'openzeppelin' });
    expect(computed.text).toContain('not compared with a published root');
    expect(computed.document['tree']).toMatchObject({ root_published: false });
    expect((await lists.show()).text).toContain('(root not published)');

    const { root: expectRoot } = computed.document['tree'] as { root: string };
    const declared = await lists.loadCsv([`${A},1`], { tree: 'openzeppelin', expectRoot });
    expect(declared.text).toBe(
      'linea: the rows of this allocation list are already active as version 1. ' +
        'Updated: status of the root (published). Its rows were not stored again.',
    );
    const shown = await lists.show();
    expect(shown.document.data[0]?.['tree']).toEqual({
      format: 'openzeppelin',
      root: expectRoot,
      root_published: true,
    });
    expect(shown.text).not.toContain('not published');
  });
});
