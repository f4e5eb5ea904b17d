import type { Revision } from '../revision';
import { foldSymbols } from './symbols';

const definition = (id: string, body: unknown): Revision =>
  ({ seq: 1, recordedAtMs: 0, entity: 'definition', id, body }) as Revision;
const withSymbol = (id: string, value: unknown) => definition(id, { definition: { token: { symbol: { value } } } });

describe('foldSymbols', () => {
  it('keeps the symbol of each drop, and returns the same table without a change', () => {
    const table = foldSymbols(new Map(), [withSymbol('jito', 'JTO'), withSymbol('linea', 'LINEA')]);
    expect([...table]).toEqual([
      ['jito', 'jto'],
      ['linea', 'linea'],
    ]);
    expect(foldSymbols(table, [withSymbol('jito', 'JTO')])).toBe(table);
    expect([...foldSymbols(table, [definition('jito', null)])]).toEqual([['linea', 'linea']]);
  });

  // An error here would stop the view of every process, for a member that only a search needs.
  it.each([[{}], [{ by: 'another release' }], [{ definition: {} }], [{ definition: { token: null } }]])(
    'takes a body of another shape for one without a symbol: %j',
    (body) => expect(foldSymbols(new Map(), [definition('x', body)]).size).toBe(0),
  );

  it('takes a symbol that is no text for none', () => {
    expect(foldSymbols(new Map(), [withSymbol('x', 5), withSymbol('y', null)]).size).toBe(0);
  });
});
