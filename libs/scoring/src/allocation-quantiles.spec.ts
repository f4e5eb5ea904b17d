import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { EXPECTED_VALUE_2026_1, EXPECTED_VALUE_2026_3 } from './expected-value-rules';
import { quantileAt, type QuantileFunction } from './quantile-function';

const DATA = resolve(__dirname, '../../..', process.env['DROPTRACK_TEST_DATA'] ?? '../shared/data');
const hasData = existsSync(join(DATA, 'facts/allocation-shapes.csv'));
if (!hasData) console.warn(`skipped: the published lists to measure are not there (${DATA})`);
const describeWithData = hasData ? describe : describe.skip;

const { quantiles: RATIOS } = EXPECTED_VALUE_2026_3.allocationDefault;
const Z = { p1: -2.326347874, p10: -1.2815515655 };

type ShareBelow = (ratio: number) => number;

/** Share of the wallets at or below a ratio to the mean, from every row of a list; rows of a wallet are added up. */
function ofRows(rows: readonly (readonly [wallet: string, amount: number])[]): ShareBelow {
  const byWallet = new Map<string, number>();
  for (const [wallet, amount] of rows)
    byWallet.set(wallet.toLowerCase(), (byWallet.get(wallet.toLowerCase()) ?? 0) + amount);
  const amounts = [...byWallet.values()].filter((amount) => amount > 0);
  const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
  return (ratio) => amounts.filter((amount) => amount / mean <= ratio).length / amounts.length;
}

/** The same from p10, median and p90 of a list: lognormal on either side of its median, in steps of a thousandth. */
function ofQuantiles(p10: number, p50: number, p90: number): ShareBelow {
  const at = (side: number) => Math.log(p50) + (Z.p1 / Z.p10) * (Math.log(side) - Math.log(p50));
  const curve: QuantileFunction = [[0.01, at(p10)], [0.1, Math.log(p10)], [0.5, Math.log(p50)], [0.9, Math.log(p90)], [0.99, at(p90)]]; // prettier-ignore
  const values = Array.from({ length: 1_000 }, (_, step) => quantileAt(curve, (step + 0.5) / 1_000));
  return (ratio) => values.filter((value) => value <= Math.log(ratio)).length / values.length;
}

const unzipped = (path: string) => gunzipSync(readFileSync(join(DATA, 'lists', path))).toString();
const csv = (text: string, amount: number) =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
    .map((cells) => [cells[0]!, Number(cells[amount])] as const);

/** Lists whose every row is in the data. */
function wholeLists(): Map<string, ShareBelow> {
  const lists = new Map<string, ShareBelow>();
  for (const file of readdirSync(join(DATA, 'lists/rotki')).filter((name) => name.endsWith('.csv.gz')))
    lists.set(file.replace('.csv.gz', ''), ofRows(csv(unzipped(`rotki/${file}`), 1)));
  lists.set('giza', ofRows(csv(unzipped('giza/total_allocations.csv.gz'), 7)));
  const velodrome = JSON.parse(unzipped('velodrome/velo_airdrop.json.gz')) as Record<string, number>;
  lists.set('velodrome', ofRows(Object.entries(velodrome)));
  const chunks = readdirSync(join(DATA, 'lists/uniswap/chunks-with-proofs'));
  const claims = chunks.flatMap((file) =>
    Object.entries(JSON.parse(unzipped(`uniswap/chunks-with-proofs/${file}`)) as Record<string, { amount: string }>),
  );
  lists.set('uniswap(51 chunks)', ofRows(claims.map(([wallet, { amount }]) => [wallet, Number(BigInt(amount))])));
  return lists;
}

describeWithData('the quantiles of allocations in ruleset 2026.3', () => {
  const whole = hasData ? wholeLists() : new Map<string, ShareBelow>();
  const shapes = hasData ? readFileSync(join(DATA, 'facts/allocation-shapes.csv'), 'utf8').trim().split(/\r?\n/) : [];
  const lists = shapes.slice(1).map((line) => {
    const [name, , p50, p10, p90] = line.split(',');
    return whole.get(name!) ?? ofQuantiles(Number(p10), Number(p50), Number(p90));
  });
  const pooledBelow = (ratio: number) => lists.reduce((sum, below) => sum + below(ratio), 0) / lists.length;

  // 13 of the 29 lists are in the data by three quantiles only, which moves the pooled shares by up to 0.03.
  it('are those of the published lists with the same weight for each list', () => {
    expect([lists.length, whole.size]).toEqual([29, 16]);
    for (const [share, ratio] of RATIOS) expect(Math.abs(pooledBelow(ratio) - share)).toBeLessThan(0.03);
  });

  it('cover more of the wallets between p10 and p90 than the lognormal distribution of points', () => {
    const covered = (low: number, high: number) => pooledBelow(high) - pooledBelow(low);
    const spread = EXPECTED_VALUE_2026_1.allocationSpread.points;
    const lognormal = (z: number) => Math.exp(-(spread ** 2) / 2 + z * spread);
    const [p10, p90] = [RATIOS.find(([share]) => share === 0.1)![1], RATIOS.find(([share]) => share === 0.9)![1]];
    expect(Math.abs(covered(p10, p90) - 0.8)).toBeLessThan(0.03);
    expect(Math.abs(covered(lognormal(Z.p10), lognormal(-Z.p10)) - 0.719)).toBeLessThan(0.03);
  });
});
