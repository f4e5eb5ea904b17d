import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { NoDataError } from '../data/table';

/** Published list: allocation / mean of each wallet, ascending. */
export interface AllocationList {
  readonly name: string;
  readonly ratios: readonly number[];
  /** False for a list that the data have by its 10th, 50th and 90th percentile only. */
  readonly isWhole: boolean;
}

const [Z10, Z1] = [1.2815515655, 2.326347874];
/** Wallets of a list that is known by three quantiles. */
const MODELLED = 1_000;

/**
 * Reads the published lists: 16 with all rows, 13 by three quantiles, which are taken as lognormal on either side of the median.
 *
 * @param folder - with `lists` and `facts`.
 * @throws {NoDataError}
 */
export function readLists(folder: string): AllocationList[] {
  const shapes = join(folder, 'facts/allocation-shapes.csv');
  if (!existsSync(shapes)) throw new NoDataError(shapes);
  const whole = wholeLists(join(folder, 'lists'));
  const rows = parse(readFileSync(shapes), { columns: true }) as Record<string, string>[];
  return rows.map(({ list: name = '', ...shape }) => {
    const ratios = whole.get(name);
    if (ratios !== undefined) return { name, ratios, isWhole: true };
    const [p10, p50, p90] = ['p10', 'median', 'p90'].map((of) => Number(shape[`${of}_over_mean`]));
    return { name, ratios: modelled(p10 ?? NaN, p50 ?? NaN, p90 ?? NaN), isWhole: false };
  });
}

function wholeLists(folder: string): Map<string, number[]> {
  const text = (path: string) => gunzipSync(readFileSync(join(folder, path))).toString();
  const rows = (path: string, column: number) =>
    (parse(text(path)) as string[][]).slice(1).map((cells) => [cells[0] ?? '', Number(cells[column])] as const);
  const files = readdirSync(join(folder, 'rotki')).filter((name) => name.endsWith('.csv.gz'));
  const chunks = readdirSync(join(folder, 'uniswap/chunks-with-proofs'));
  const claims = chunks.flatMap((file) =>
    Object.entries(JSON.parse(text(`uniswap/chunks-with-proofs/${file}`)) as Record<string, { amount: string }>),
  );
  const velodrome = JSON.parse(text('velodrome/velo_airdrop.json.gz')) as Record<string, number>;
  return new Map([
    ...files.map((file) => [file.replace('.csv.gz', ''), ratiosOf(rows(`rotki/${file}`, 1))] as const),
    ['giza', ratiosOf(rows('giza/total_allocations.csv.gz', 7))],
    ['velodrome', ratiosOf(Object.entries(velodrome))],
    ['uniswap(51 chunks)', ratiosOf(claims.map(([wallet, { amount }]) => [wallet, Number(BigInt(amount))]))],
  ]);
}

/** Amounts relative to their mean; rows of a wallet are added up. */
export function ratiosOf(rows: readonly (readonly [wallet: string, amount: number])[]): number[] {
  const byWallet = new Map<string, number>();
  for (const [wallet, amount] of rows)
    byWallet.set(wallet.toLowerCase(), (byWallet.get(wallet.toLowerCase()) ?? 0) + amount);
  const amounts = [...byWallet.values()].filter((amount) => amount > 0).sort((a, b) => a - b);
  const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
  return amounts.map((amount) => amount / mean);
}

/** Lognormal on either side of the median up to the 1st and 99th percentile, and flat beyond them. */
function modelled(p10: number, p50: number, p90: number): number[] {
  const middle = Math.log(p50);
  const knots = [
    [0.01, middle + (Z1 / Z10) * (Math.log(p10) - middle)],
    [0.1, Math.log(p10)],
    [0.5, middle],
    [0.9, Math.log(p90)],
    [0.99, middle + (Z1 / Z10) * (Math.log(p90) - middle)],
  ] as const;
  return Array.from({ length: MODELLED }, (_, index) => {
    const share = (index + 0.5) / MODELLED;
    const at = knots.findIndex(([to]) => share <= to);
    const [to, value] = knots[at] ?? knots[4];
    const [from, below] = knots[at - 1] ?? [to, value];
    return Math.exp(at <= 0 ? value : below + ((share - from) / (to - from)) * (value - below));
  });
}
