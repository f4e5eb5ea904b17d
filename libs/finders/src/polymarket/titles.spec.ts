import fc from 'fast-check';
import { endOfDate, parseDate } from './dates';
import { isSameName, parseTitle } from './titles';
import { parseUsd } from './usd';

const fdv = (name: string, aboveUsd: number | null) => ({ kind: 'fdv', name, aboveUsd });
const airdrop = (name: string, by: unknown) => ({ kind: 'airdrop', name, by });
const launch = (name: string, by: unknown) => ({ kind: 'launch', name, by });
const date = (year: number | null, month: number, day: number) => ({ year, month, day });

describe('the title of an event or a market', () => {
  // Published titles of Polymarket from 2025 and 2026.
  it.each([
    ['Variational FDV above ___ one day after launch?', fdv('Variational', null)],
    ['Backpack FDV above ... one day after launch?', fdv('Backpack', null)],
    ['MegaETH market cap (FDV) one day after launch?', fdv('MegaETH', null)],
    ['Lighter market cap (FDV) one day after launch?', fdv('Lighter', null)],
    ['Polymarket official token FDV above _ one day after launch?', fdv('Polymarket', null)],
    ['MegaETH market cap (FDV) >$2B one day after launch?', fdv('MegaETH', 2e9)],
    ['MegaETH market cap (FDV) >$6B one day after launch?', fdv('MegaETH', 6e9)],
    ['Opensea FDV above $1B one day after launch?', fdv('Opensea', 1e9)],
    ['Opensea FDV above $500M one day after launch?', fdv('Opensea', 500e6)],
    ['Aztec FDV above $1.5B one day after launch?', fdv('Aztec', 1.5e9)],
    ['Immunefi FDV above $1.4B one day after launch?', fdv('Immunefi', 1.4e9)],
    ['Gensyn FDV above $400M one day after launch?', fdv('Gensyn', 400e6)],
    ['Nexus FDV above $50M one day after launch?', fdv('Nexus', 50e6)],
    ['LAPTOP FDV above $25M one day after launch?', fdv('LAPTOP', 25e6)],
    ['USD.AI FDV above $300M one day after launch?', fdv('USD.AI', 300e6)],
    ['Felix Protocol FDV above $50M one day after launch?', fdv('Felix Protocol', 50e6)],
    ['Moonbirds FDV above $200m one day after launch?', fdv('Moonbirds', 200e6)],
    ['Monad airdrop by...?', airdrop('Monad', null)],
    ['MegaETH airdrop by...?', airdrop('MegaETH', null)],
    ['Pump.fun airdrop by ___?', airdrop('Pump.fun', null)],
    ['MetaMask airdrop in 2024?', airdrop('MetaMask', date(2024, 12, 31))],
    ['Will MegaETH perform an airdrop by June 30? ', airdrop('MegaETH', date(null, 6, 30))],
    ['Will lighter perform an airdrop by December 31?', airdrop('lighter', date(null, 12, 31))],
    ['Will Pump.fun perform an airdrop by December 31, 2026', airdrop('Pump.fun', date(2026, 12, 31))],
    ['Will MetaMask launch a token by ___ ?', launch('MetaMask', null)],
    ['Will Predict.fun launch a token by ___?', launch('Predict.fun', null)],
    ['Will MetaMask launch a token in 2025?', launch('MetaMask', date(2025, 12, 31))],
    ['Will Zama launch a token in 2025?', launch('Zama', date(2025, 12, 31))],
    ['Will Arc launch a token by December 31 2026?', launch('Arc', date(2026, 12, 31))],
    ['Will Arc launch a token before 2027?', launch('Arc', date(2026, 12, 31))],
    ['Will Base launch a token by June 30?', launch('Base', date(null, 6, 30))],
    ['Will MegaETH launch a token by May 31, 2026?', launch('MegaETH', date(2026, 5, 31))],
    ['Will Concrete launch a token by June 30, 2027?', launch('Concrete', date(2027, 6, 30))],
  ])('%j is parsed', (title, parsed) => expect(parseTitle(title)).toEqual(parsed));

  // Published titles as well, or variations of them with another meaning.
  it.each([
    'Bitcoin above ___ on October 8?',
    'What price will Ethena hit in 2026?',
    'Consensys IPO closing market cap above $1B?',
    'Kraken IPO closing market cap above ___ ?',
    'Over $3M committed to the Bitway public sale?',
    'Ledger IPO before 2027?',
    'What day will the Linea airdrop be?',
    'Metamask FDV above ___?',
    'Will Aztec FDV be above $1B one day after launch?',
    'MegaETH FDV above $1B one week after launch?',
    'MegaETH FDV below $1B one day after launch?',
    'MegaETH FDV above $1B-$2B one day after launch?',
    'MegaETH FDV above $500 one day after launch?',
    'MegaETH FDV above $1.5.2B one day after launch?',
    'MegaETH or Monad FDV above $1B one day after launch?',
    'FDV above $1B one day after launch?',
    'Will Lighter perform an airdrop by December?',
    'Will MegaETH perform an airdrop by June 31?',
    'Will MegaETH not perform an airdrop by end of summer?',
    'Will MegaETH perform a second airdrop by June 30?',
    'Will Blast announce an airdrop by June 30?',
    'Linea airdrop June 30?',
    'Will Base launch a token?',
    'Will Base launch a token first?',
    'Will any Fortune 500 company launch a token by June 30?',
    'Will DraftKings launch a prediction market in 2025?',
    'Will Arc launch a token by Q1 2027?',
    '',
    '? FDV above $1B one day after launch?',
    '$ FDV above $1B one day after launch?',
    '$$X FDV above $1B one day after launch?',
    'US$ FDV above $1B one day after launch?',
  ])('%j is not parsed', (title) => expect(parseTitle(title)).toBeNull());

  it('is parsed without invisible characters, and its name is at most 60 characters', () => {
    expect(parseTitle('\u202EOpen\u200BSea\u0000 FDV above\n$1B one day after launch?')).toEqual(fdv('OpenSea', 1e9));
    expect(parseTitle(`${'x'.repeat(61)} FDV above $1B one day after launch?`)).toBeNull();
    expect(parseTitle(`${'x'.repeat(10_000_000)} FDV above $1B one day after launch?`)).toBeNull();
  });

  it.each([
    ['$LAPTOP FDV above ___ one day after launch?', fdv('LAPTOP', null)],
    ['$LAPTOP FDV above $1B one day after launch?', fdv('LAPTOP', 1e9)],
    ['Will $1INCH launch a token by June 30, 2027?', launch('1INCH', date(2027, 6, 30))],
    ['Will $LAPTOP perform an airdrop by June 30, 2027?', airdrop('LAPTOP', date(2027, 6, 30))],
  ])('%j has the name without the sign of a ticker', (title, parsed) => expect(parseTitle(title)).toEqual(parsed));

  it.each(['Any.do', 'Will.xyz', 'Render.or', 'Copy.vs'])('%s is one project, not words of a sentence', (name) =>
    expect(parseTitle(`${name} FDV above $1B one day after launch?`)).toEqual(fdv(name, 1e9)),
  );

  it('returns the name and the bound that it was written with', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z][a-z]{3,12}(\.[a-z]{2,3})?$/),
        fc.integer({ min: 1, max: 999 }),
        fc.constantFrom(['M', 1e6] as const, ['B', 1e9] as const),
        (name, digits, [unit, factor]) => {
          const title = `${name} FDV above $${digits}${unit} one day after launch?`;
          expect(parseTitle(title)).toEqual(fdv(name, digits * factor));
        },
      ),
    ));

  it('never throws, and parses to a clean name only', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom(' FDV above $1B one day after launch?', ' airdrop by June 30?', ''),
        (start, end) => expect(parseTitle(start + end)?.name ?? 'x').toMatch(/^[^\p{C}]{1,60}$/u),
      ),
    ));

  it('has the same name whatever its case and punctuation', () => {
    expect([isSameName('Pump.fun', 'PumpFun'), isSameName('Base', 'Based')]).toEqual([true, false]);
  });
});

describe('an amount', () => {
  it.each([
    ['$1B', 1e9],
    ['>$1B', 1e9],
    ['≥ $1B', 1e9],
    ['$300M+', 300e6],
    ['$500m', 500e6],
    ['1.5b', 1.5e9],
    ['$1.1B', 1_100_000_000],
    ['$50,000,000', 50e6],
    ['$1.25 billion', 1.25e9],
    ['$800K', 800_000],
  ])('%j is %d dollars', (text, usd) => expect(parseUsd(text)).toBe(usd));

  it.each(['$500', '<$1B', '$1B-$2B', '$1B to $2B', '↓ 80,000', '$1,00M', '$B', '1B tokens', '$99999T', '', '€1B'])(
    '%j is none',
    (text) => expect(parseUsd(text)).toBeNull(),
  );
});

describe('a date', () => {
  it.each([
    ['November 30, 2026', date(2026, 11, 30)],
    ['by Sep 30, 2026', date(2026, 9, 30)],
    ['December 31', date(null, 12, 31)],
    ['February 29', date(null, 2, 29)],
    ['March 1st 2027', date(2027, 3, 1)],
    ['by end of 2026', date(2026, 12, 31)],
  ])('%j is parsed', (text, parsed) => expect(parseDate(text)).toEqual(parsed));

  it.each(['March 2026', 'June 31', 'February 29, 2027', 'Smarch 1', 'June', '30 June', 'June 30, 1999', 'June 0'])(
    '%j is not parsed',
    (text) => expect(parseDate(text)).toBeNull(),
  );

  it('takes its year from the end of its market, if that is within a week', () => {
    const end = (iso: string) => endOfDate(date(null, 12, 31), Date.parse(iso));
    const ms = Date.parse('2026-12-31T23:59:59.999Z');
    expect([end('2027-01-01T05:00:00Z'), end('2026-12-31T00:00:00Z')]).toEqual([ms, ms]);
    expect([end('2026-07-01T04:00:00Z'), endOfDate(date(null, 12, 31), null)]).toEqual([null, null]);
    expect(endOfDate(date(null, 2, 29), Date.parse('2027-03-01T05:00:00Z'))).toBeNull();
    expect(endOfDate(date(2026, 12, 31), null)).toBe(ms);
  });
});
