import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readAttention } from './attention';
import { dayOf } from './days';
import { NoDataError } from './table';
import { readSets } from './sets';
import { readTransfers, withNewAccounts } from './transfers';
import { mentionsOfWords } from './words';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'droptrack-backtest-'));
  mkdirSync(join(folder, 'solana-12h'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), gzipSync(lines.join('\n')));
const day = dayOf('2025-08-20');

describe('readAttention', () => {
  const read = (signals: string[], git: string[] = []) => {
    write('signals_daily.csv.gz', 'slug,symbol,date_utc,mentions,close_krw,volume_token,commits', ...signals);
    write('git_daily.csv.gz', 'slug,date_utc,commits,distinct_authors,bot_commits', ...git);
    return readAttention(folder);
  };

  it('takes an empty figure for one that is not known, not for 0', () => {
    const { projects } = read(['aave,AAVE,2025-08-20,,1400,2,0', 'aave,AAVE,2025-08-21,0,,2,0']);
    expect([...projects[0]!.target]).toEqual([[day + 1, 0]]);
    expect([...projects[0]!.signals.tvl_usd!]).toEqual([[day, 2]]);
  });

  it('gives no value and no committers to a project whose market and repository were not read', () => {
    const { projects } = read(['blur,BLUR,2025-08-20,3,,,0']);
    expect(Object.keys(projects[0]!.signals)).toEqual(['reddit_authors']);
  });

  it('counts committers of 14 days as those of the largest of them, bots left out', () => {
    const { projects } = read(
      ['pyth,PYTH,2025-08-20,3,,,9'],
      ['pyth,2025-08-06,9,9,0', 'pyth,2025-08-07,9,4,0', 'pyth,2025-08-15,9,5,2', 'pyth,2025-08-16,7,7,7'],
    );
    const committers = projects[0]!.signals.dev_committers!;
    expect([committers.get(day - 1), committers.get(day)]).toEqual([9, 4]);
  });

  it('says where it looked for data that is not there', () => {
    expect(() => readAttention(join(folder, 'nowhere'))).toThrow(NoDataError);
    expect(() => readAttention(join(folder, 'nowhere'))).toThrow(/nowhere.*--data or DROPTRACK_TEST_DATA/);
  });
});

describe('readTransfers', () => {
  it('takes the larger half of a day, and leaves the last day out', () => {
    const senders = (at: string, count: number) => `mint,${at} UTC,9,${count},9`;
    write(
      'solana-12h/token_transfers.csv.gz',
      'token_mint_address,bucket_start,transfer_count,unique_senders,unique_receivers',
      senders('2025-08-20 00:00:00.000000', 20),
      senders('2025-08-20 12:00:00.000000', 30),
      senders('2025-08-21 00:00:00.000000', 5),
    );
    const panel = readTransfers(folder);
    expect([panel.firstDay, panel.lastDay]).toEqual([day, day]);
    expect(panel.projects[0]!.signals.active_wallets!.get(day)).toBe(30);
  });
});

describe('withNewAccounts', () => {
  it('has the accounts of both halves of a day as the target, found by the address in lower case', () => {
    const header = 'token_mint_address,bucket_start,transfer_count,unique_senders,unique_receivers';
    const at = (hour: string) => `2025-08-20 ${hour}:00:00.000000 UTC`;
    write('solana-12h/token_transfers.csv.gz', header, `MinT,${at('00')},9,20,9`, `Other,${at('00')},9,20,9`);
    const columns = 'token_mint_address,bucket_start,new_token_accounts';
    write('solana-12h/new_token_accounts.csv.gz', columns, `mint,${at('00')},5`, `mint,${at('12')},6`);
    const { projects } = withNewAccounts(readTransfers(folder), folder);
    expect(projects.map(({ id, target, signals }) => [id, target.get(day), signals.active_wallets?.get(day)])).toEqual([
      ['MinT', 11, 20],
    ]);
  });
});

describe('readSets', () => {
  const header = 'slug,symbol,date_utc,mentions,close_krw,volume_token,commits';
  const sets = () => {
    const rows = ['near,NEAR,2025-08-20,3,1400,2,0', 'aave,AAVE,2025-08-20,1,1400,7,0', 'zora,ZORA,2025-08-20,0,,,0'];
    write('signals_daily.csv.gz', header, ...rows, 'near,NEAR,2025-08-21,0,1400,2,0');
    write('git_daily.csv.gz', 'slug,date_utc,commits,distinct_authors,bot_commits');
    write('solana-12h/token_transfers.csv.gz', 'token_mint_address,bucket_start,unique_senders');
    write('solana-12h/new_token_accounts.csv.gz', 'token_mint_address,bucket_start,new_token_accounts');
    return readSets(folder);
  };
  const idsOf = ({ panel }: { panel: { projects: readonly { id: string }[] } }) => panel.projects.map(({ id }) => id);

  it('separates projects with a price, and tickers that are words', () => {
    const { all, valued, plain, plainValued, plainTraded } = sets();
    expect([all, valued, plain, plainValued, plainTraded].map(idsOf)).toEqual([
      ['NEAR', 'AAVE', 'ZORA'],
      ['NEAR', 'AAVE'],
      ['AAVE', 'ZORA'],
      ['AAVE'],
      ['AAVE'],
    ]);
  });

  it('predicts the traded value of the projects that have one', () => {
    const { valued, traded } = sets();
    expect(idsOf(traded)).toEqual(idsOf(valued));
    expect(traded.panel.projects[1]?.target.get(day)).toBe(7);
    expect(valued.panel.projects[1]?.target.get(day)).toBe(1);
  });

  it('counts the mentions of the tickers that are words', () => {
    expect(mentionsOfWords(sets().all.panel)).toEqual([{ ticker: 'NEAR', mentions: 3, days: 1, daysKnown: 2 }]);
  });
});
