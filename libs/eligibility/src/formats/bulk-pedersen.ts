import { ProjectivePoint } from '@scure/starknet';

type Point = InstanceType<typeof ProjectivePoint>;

/** Bits of a window: a table per window has its multiples, so that a window costs one addition. */
const WINDOW_BITS = 8;
const WINDOW = BigInt(2 ** WINDOW_BITS - 1);
/** Windows of the lower 248 bits of a number; the upper 4 bits have a point of their own. */
const LOW_WINDOWS = 31;

const point = (x: bigint, y: bigint): Point => ProjectivePoint.fromAffine({ x, y });

/**
 * The shift point, and the points of the lower and the upper bits of both numbers.
 * Source: github.com/starkware-libs/cairo-lang, `src/starkware/crypto/signature/pedersen_params.json`.
 */
const SHIFT = point(
  2089986280348253421170679821480865132823066470938446095505822317253594081284n,
  1713931329540660377023406109199410414810705867260802078187082345529207694986n,
);
const LEFT = [
  point(
    996781205833008774514500082376783249102396023663454813447423147977397232763n,
    1668503676786377725805489344771023921079126552019160156920634619255970485781n,
  ),
  point(
    2251563274489750535117886426533222435294046428347329203627021249169616184184n,
    1798716007562728905295480679789526322175868328062420237419143593021674992973n,
  ),
] as const;
const RIGHT = [
  point(
    2138414695194151160943305727036575959195309218611738193261179310511854807447n,
    113410276730064486255102093846540133784865286929052426931474106396135072156n,
  ),
  point(
    2379962749567351885752724891227938183011949129833673362440656643086021394946n,
    776496453633298175483985398648758586525933812536653089401905292063708816422n,
  ),
] as const;

/** Multiples of a point from 1 up to a number. */
function multiplesOf(base: Point, most: number): Point[] {
  const multiples = [base];
  for (let i = 1; i < most; i++) multiples.push((multiples[i - 1] ?? base).add(base));
  return ProjectivePoint.normalizeZ(multiples);
}

function tablesOf([low, high]: readonly [Point, Point]): Point[][] {
  const tables: Point[][] = [];
  for (let window = 0, base = low; window < LOW_WINDOWS; window++) {
    tables.push(multiplesOf(base, Number(WINDOW)));
    for (let bit = 0; bit < WINDOW_BITS; bit++) base = base.double();
  }
  return [...tables, multiplesOf(high, 15)];
}

function addedTo(sum: Point, value: bigint, tables: readonly (readonly Point[])[]): Point {
  let [added, rest] = [sum, value];
  for (const multiples of tables) {
    const multiple = multiples[Number(rest & WINDOW) - 1];
    if (multiple !== undefined) added = added.add(multiple);
    rest >>= BigInt(WINDOW_BITS);
  }
  return added;
}

/**
 * Creates a Pedersen hash for many numbers. It takes a sixth of the time of that of `@scure/starknet`, whose curve it uses,
 * once its tables are there: 16 000 points, which take half a second.
 *
 * @returns function of two numbers below the prime.
 */
export function bulkPedersen(): (left: bigint, right: bigint) => bigint {
  const [ofLeft, ofRight] = [tablesOf(LEFT), tablesOf(RIGHT)];
  return (left, right) => addedTo(addedTo(SHIFT, left, ofLeft), right, ofRight).toAffine().x;
}
