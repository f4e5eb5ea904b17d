import { checkDrop } from './check-drop';
import { formatPath } from './fault';

const findings = (data: unknown) =>
  checkDrop(data, 'linea').map(({ path, message }) => `${formatPath(path)}: ${message}`);

describe('checkDrop', () => {
  it('requires the id to be the name of the file', () => {
    expect(findings({ id: 'linea' })).toEqual([]);
    expect(findings({ id: 'scroll' })).toEqual(['id: must be the name of the file, "linea"']);
  });

  it.each([['2026-02-30'], [{ value: '2026-02-30' }]])('checks the snapshot date %j against the calendar', (date) => {
    expect(findings({ snapshot: { date } })).toEqual([
      expect.stringMatching(/^snapshot\.date(\.value)?: "2026-02-30" does not exist$/),
    ]);
  });

  it('requires the lower bound of a range first', () => {
    const value = { fdv_usd: [2, 1], supply_share: { value: [0.2, 0.1] }, eligible_wallets: [5, 5] };
    expect(findings({ value })).toEqual([
      'value.fdv_usd: p10 must not be above p90',
      'value.supply_share.value: p10 must not be above p90',
    ]);
  });

  it('rejects a date without a source', () => {
    const at = '2026-08-01';
    const data = {
      at,
      chain: { value: 'linea', at },
      token: { at, symbol: { value: 'A', at } },
      snapshot: { source: 'memory', block: { value: 1, at } },
      events: [{ at }, { at, source: 'memory' }],
    };
    expect(findings(data)).toEqual(
      ['at', 'chain.at', 'token.at', 'token.symbol.at', 'events[0].at'].map((path) => `${path}: requires a source`),
    );
    expect(findings({ ...data, source: 'memory' })).toEqual([]);
  });

  it.each([[null], [[]], ['x'], [{ id: 5, snapshot: [], events: {}, value: 'x', token: null, chain: [] }]])(
    'leaves the form of %j to the schema',
    (data) => {
      expect(findings(data)).toEqual([]);
    },
  );
});
