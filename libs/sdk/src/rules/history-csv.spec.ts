import type { WalletHistoryClaim } from '@droptrack/contracts';
import { historyCsv } from './history-csv';

const claim = (over: Partial<WalletHistoryClaim> = {}): WalletHistoryClaim => ({
  ...{ drop: 'linea', list: null, contract: 'eip155:59144:0x87', at: '2026-08-20T14:03:11.000Z', block: 9 },
  ...{ transaction: '0x5c', amount: '1250500000000000000000', decimals: 18, symbol: 'LINEA' },
  ...{ token: 'eip155:59144/erc20:0x17', recipient: null, value_usd: 31.25, price_at: '2026-08-20T13:20:00.000Z' },
  ...over,
});

it('has all members in the generic format', () => {
  expect(historyCsv([claim()]).split('\r\n')).toEqual([
    'at,drop,list,amount,symbol,base_units,token,value_usd,price_at,transaction,block,contract,recipient',
    '2026-08-20T14:03:11.000Z,linea,,1250.5,LINEA,1250500000000000000000,eip155:59144/erc20:0x17,31.25,2026-08-20T13:20:00.000Z,0x5c,9,eip155:59144:0x87,',
    '',
  ]);
});

// Header and types as in rotki's own sample of generic events.
it('is accepted by the import of generic events of rotki', () => {
  expect(
    historyCsv([claim({ list: 'season-2' })], 'rotki')
      .split('\r\n')
      .slice(0, 2),
  ).toEqual([
    'Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp',
    `Income,blockchain,LINEA,1250.5,,,"Claim of linea, season-2",${Date.parse('2026-08-20T14:03:11Z')}`,
  ]);
});

it('has the columns of the simple template of Koinly, without a worth that is unknown', () => {
  expect(
    historyCsv([claim(), claim({ value_usd: null })], 'koinly')
      .split('\r\n')
      .slice(0, 3),
  ).toEqual([
    'Koinly Date,Amount,Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
    '2026-08-20 14:03 UTC,1250.5,LINEA,31.25,USD,airdrop,Claim of linea,0x5c',
    '2026-08-20 14:03 UTC,1250.5,LINEA,,,airdrop,Claim of linea,0x5c',
  ]);
});

it.each(['rotki', 'koinly'] as const)('rejects a token without symbol or decimals in the format %s', (format) => {
  expect(() => historyCsv([claim({ symbol: null })], format)).toThrow(TypeError);
  expect(() => historyCsv([claim({ decimals: null })], format)).toThrow(/linea are unknown/);
  expect(historyCsv([claim({ decimals: null })])).toContain('linea,,,LINEA,1250500000000000000000');
});

it('has claims of unknown times only where the format does not need them', () => {
  const untimed = claim({ at: null, transaction: null });
  expect(() => historyCsv([untimed], 'koinly')).toThrow('The time of a claim of linea is unknown');
  expect(historyCsv([untimed]).split('\r\n')[1]).toBe(
    ',linea,,1250.5,LINEA,1250500000000000000000,eip155:59144/erc20:0x17,31.25,2026-08-20T13:20:00.000Z,,9,eip155:59144:0x87,',
  );
});

it('contains no cell that a spreadsheet evaluates', () => {
  expect(historyCsv([claim({ symbol: '=HYPERLINK("x")' })])).toContain(`"'=HYPERLINK(""x"")"`);
});
