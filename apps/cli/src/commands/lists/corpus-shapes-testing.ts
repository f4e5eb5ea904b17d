import { A, B, type CorpusCase, json, UNIT } from './corpus-case-testing';

const C = '0xde709f2102306220921060314715629080e2fb77';
const TOKEN = '0x27b1fdb04752bbc536007a920d24acb045561c26';
const BOTH = ['2', '105'] as const;
const figures = [Number(BOTH[0]), BOTH[1]] as const;
const bigNumber = (hex: string) => ({ type: 'BigNumber', hex });

/** Files of other shapes than tables and arrays of objects. */
export const SHAPES: readonly CorpusCase[] = [
  {
    file: 'integers-of-ethers-5.json',
    shared: 'b33b-ethers5-hex.json',
    text: json({ [A]: { _hex: '0x64', _isBigNumber: true } }),
    options: UNIT,
    result: { figures: [1, '100'] },
  },
  {
    file: 'integers-of-ethers-5-as-json.json',
    text: json({ [A]: bigNumber('0x64'), [B]: bigNumber('0x05') }),
    options: UNIT,
    result: { figures },
  },
  {
    file: 'blank-rows.csv',
    shared: 'b10-excel-blank-rows.csv',
    text: '\ufeffaddress,amount\r\n0x52908400098527886E0F7030069857D2E4169EE7,1\r\n,\r\n,\r\n',
    options: UNIT,
    result: { figures: [1, '1'] },
  },
  {
    file: 'declared-separator.csv',
    text: `sep=;\r\naddress;amount\r\n${A};100\r\n${B};5\r\n`,
    options: UNIT,
    result: { figures },
  },
  {
    file: 'tokens-of-a-campaign-app.csv',
    shared: 'n7-sablier-app.csv',
    text: `address,amount\n${A},100.5\n`,
    options: { unit: 'token' },
    result: { figures: [1, '100500000000000000000'] },
  },
  {
    file: 'two-maps.json',
    text: json({ first: { [A]: '100' }, second: { [B]: '5' } }),
    options: UNIT,
    result: { error: /^null: it has several maps of wallets, "first" and "second"/ },
  },
  {
    file: 'a-map-beside-prices.json',
    text: json({ prices: { [C]: { usd: '3' } }, balances: { [A]: '100', [B]: '5' } }),
    options: UNIT,
    result: { figures },
  },
  {
    file: 'rewards-by-wallet.json',
    shared: 'n2-merkl-encompassing.json',
    text: json({
      rewardToken: TOKEN,
      rewards: { [A]: { lending: { amount: '100' }, referral: { amount: '7' } }, [B]: { lending: { amount: '5' } } },
    }),
    result: { figures: [2, '112'], tokens: ['112'] },
  },
  {
    file: 'tokens-of-a-wallet.json',
    text: json({ [A]: { tokens: { [TOKEN]: '100', [C]: '7' } }, [B]: { tokens: { [C]: '5' } } }),
    options: UNIT,
    result: { figures: [2, '0'], tokens: ['100', '12'] },
  },
  {
    file: 'a-word-for-a-wallet.csv',
    text: `address,amount\n${A},100\nTotal,100\n`,
    options: UNIT,
    result: { error: /^3: wallet: It is a word and not an address/ },
  },
];
