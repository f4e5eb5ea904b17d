import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  calendarProximity,
  costUsd,
  type ExpectedValueInput,
  expectedValueUsd,
  type HypeInput,
  type HypeScore,
  type LegitFinding,
  type LegitInput,
  type LegitPart,
  rateDifficulty,
  rateLegit,
  rateReward,
  RULESET_2026_1,
  RULESET_2026_3,
  RULESET_2026_4,
  type Ruleset,
  RULESETS,
  scoreHype,
  type SignalReading,
  type SignalScore,
} from './index';

const GUIDE = readFileSync(join(__dirname, '../../../docs/scoring.md'), 'utf8');
const AT_MS = Date.parse('2026-08-22T10:00:00Z');
const HOUR_MS = 3_600_000;

/** The text of a section, `## Hype` up to the next heading of its level. */
function section(title: string): string {
  return GUIDE.split(/^## /m).find((part) => part.startsWith(`${title}\n`))!;
}

/** Cells of the body rows of the table whose first column has this title. */
function table(text: string, column: string): string[][] {
  const lines = text.split('\n');
  const head = lines.findIndex((line) => line.replaceAll(' ', '').startsWith(`|${column}|`));
  const rows = lines.slice(head + 2);
  return rows.slice(0, rows.indexOf('')).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

/** Input and result of the example of a section. */
function example(title: string): [input: never, result: Record<string, number>] {
  const [input, result] = [...section(title).matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => JSON.parse(json!));
  return [input as never, result as Record<string, number>];
}

const fixed = (value: number | null, digits: number) =>
  value === null ? '–' : value.toFixed(digits).replace('-', '−');

describe('docs/scoring.md', () => {
  it('lists every ruleset', () => {
    expect(table(section('Rulesets'), 'ruleset').map(([version]) => version)).toEqual(
      RULESETS.map(({ version }) => version),
    );
  });

  it('lists the signals with the constants of the rules', () => {
    const number = (cell: string) => (cell === '–' ? null : Number(cell));
    const rows = table(section('Hype'), 'signal').slice(0, RULESET_2026_1.hype.signals.length);
    const listed = rows.map(([id, unit, kind, source, weight, saturation, scale, fresh, halfLife, momentum]) => ({
      id,
      unit,
      kind,
      source,
      weight: number(weight!),
      saturation: number(saturation!),
      scale: number(scale!),
      aging: fresh === '–' ? null : { freshHours: number(fresh!), halfLifeHours: number(halfLife!) },
      momentum: momentum === 'yes',
    }));
    expect(listed).toEqual(RULESET_2026_1.hype.signals.map(({ name: _, ...rule }) => rule));
  });

  it('computes the example of hype, cell by cell', () => {
    const text = section('Hype').split('### Example')[1]!;
    const rows = table(text, 'signal');
    const signals: Partial<Record<string, SignalReading | 'not_applicable'>> = {};
    for (const [id, state, x, usual, age] of rows) {
      if (state === 'not_applicable') signals[id!] = 'not_applicable';
      else if (id === 'calendar_proximity')
        signals[id] = {
          value: calendarProximity([AT_MS + Number.parseFloat(x!) * 24 * HOUR_MS], AT_MS),
          observedAtMs: AT_MS,
          dayValues: [],
        };
      else if (x !== '–')
        signals[id!] = {
          value: Number(x),
          observedAtMs: AT_MS - Number(age) * HOUR_MS,
          dayValues: usual === '–' ? [] : Array<number>(56).fill(Number(usual)),
        };
    }
    const [first, second, hype, latest] = RULESETS.map((ruleset) =>
      scoreHype({ atMs: AT_MS, signals: signals as HypeInput['signals'] }, ruleset),
    ) as [HypeScore, HypeScore, HypeScore, HypeScore];
    expect({ ...latest, ruleset: hype.ruleset }).toEqual(hype);
    const cells = ({ status, freshness, mean, level, z, momentum, weight, contribution }: SignalScore) => [
      status,
      fixed(freshness, 4),
      fixed(mean, 2),
      fixed(level, 4),
      fixed(z, 3),
      ...[momentum, weight].map((value) => fixed(value, 4)),
      fixed(contribution, 3),
    ];
    expect(rows.map(([id, state, , , , ...computed]) => [id, state, ...computed])).toEqual(
      hype.signals.map((part) => [part.id, ...cells(part)]),
    );
    const sum = hype.exact - hype.prior;
    for (const figure of [
      `sum to ${fixed(sum, 3)}`,
      `Confidence is ${fixed(hype.confidence, 4)}`,
      `= ${fixed(hype.prior, 3)}`,
      `the score ${fixed(hype.exact, 3)}`,
      `**${hype.score}**`,
      `Momentum is **${hype.momentum}**`,
      `score ${first.score} by \`2026.1\` and ${second.score} by \`2026.2\``,
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(figure);
  });

  it('computes the examples of the expected value', () => {
    const text = section('Expected value');
    const [declared, lognormalResult, unknownResult, realised, realisedResult] = [
      ...text.matchAll(/^```json\n(.*?)^```/gms),
    ].map(([, json]) => JSON.parse(json!) as never);
    const quantiles = (input: ExpectedValueInput, ruleset: Ruleset) => {
      const { p10, p50, p90, lognormal } = expectedValueUsd(input, ruleset);
      return { value: { p10, p50, p90 }, lognormal };
    };
    for (const ruleset of RULESETS) {
      const { value, lognormal } = quantiles(declared!, ruleset);
      expect(value).toEqual(lognormalResult);
      expect(text).toContain(`m = ${fixed(lognormal!.mean, 6)} and S = ${fixed(lognormal!.spread, 6)}`);
    }
    const unknown = { ...(declared as unknown as ExpectedValueInput), allocation: null };
    expect(quantiles(unknown, RULESET_2026_3).value).toEqual(unknownResult);
    expect(quantiles(realised!, RULESET_2026_3).value).toEqual(realisedResult);
    // μ and σ of F · s / N: the lognormal part of the payout.
    const { mean, spread } = quantiles(declared!, RULESET_2026_3).lognormal!;
    const { points } = RULESET_2026_3.expectedValue.allocationSpread;
    expect(text).toContain(
      `μ = ${fixed(mean + points ** 2 / 2, 6)} and σ = ${fixed(Math.sqrt(spread ** 2 - points ** 2), 6)}`,
    );
  });

  it('computes the example of a least amount', () => {
    const text = section('Expected value').replace(/\s+/g, ' ');
    const staked: ExpectedValueInput = { fdvUsd: [3.0432e9, 3.0432e9], supplyShare: [0.08, 0.08], eligibleWallets: [9_852, 9_852], allocation: null, haircut: null, probability: 1, priceUsd: [3.0432, 3.0432] }; // prettier-ignore
    const amounts = { min: 4_941, p10: null, p50: null, p90: null, max: null };
    const [alone, bounded] = [staked, { ...staked, tokensPerWallet: amounts }].map((input) => expectedValueUsd(input, RULESET_2026_3)); // prettier-ignore
    expect([alone!.p10, bounded!.p10]).toEqual([100.82, 15_036.45]);
    for (const words of ['4 941 each', '100.82 USD', '15 036.45 USD', `${Math.floor(15_036.45 / 100.82)} times below`])
      expect(text).toContain(words);
  });

  it('lists the measured quantiles of allocations', () => {
    expect(table(section('Expected value'), 'share').map((row) => row.map(Number))).toEqual(
      RULESET_2026_3.expectedValue.allocationDefault.quantiles,
    );
  });

  it('lists the kinds of allocation with their spread', () => {
    const kinds = Object.entries(RULESET_2026_1.expectedValue.allocationSpread);
    const text = section('Expected value').replace(/\s+/g, ' ');
    for (const [kind, spread] of kinds) expect(text).toContain(`\`${kind}\` ${spread}`);
  });

  it('computes the example of the cost', () => {
    const [input, result] = example('Cost');
    expect(costUsd(input)).toMatchObject(result);
  });

  it('computes the example of the reward', () => {
    const [input, result] = example('Reward');
    expect(rateReward(input)).toMatchObject(result);
  });

  it('lists the components and caps of the legitimacy rating, and computes its example', () => {
    const { points, caps } = RULESET_2026_4.ratings.legit;
    const text = section('Legitimacy');
    expect(Object.fromEntries(table(text, 'component').map(([id, , value]) => [id, Number(value)]))).toEqual(points);
    expect(Object.fromEntries(table(text, 'finding').map(([id, , value]) => [id, Number(value)]))).toEqual(caps);

    const [input, result] = example('Legitimacy');
    const { components, findings } = input as {
      components: Record<LegitPart, { score: number; checkedAt: string }>;
      findings: LegitFinding[];
    };
    const dated = Object.entries(components).map(([id, { score, checkedAt }]) => [
      id,
      { score, checkedAtMs: Date.parse(checkedAt) },
    ]);
    const legit: LegitInput = { components: Object.fromEntries(dated), findings };
    const { total, ...rest } = result;
    expect(rateLegit(legit, AT_MS)).toMatchObject({ ...rest, total: expect.closeTo(total!, 2) });
    expect(rateLegit(legit, AT_MS, RULESET_2026_3)).toMatchObject({ ...rest, total: 62 });
    expect(text.replace(/\s+/g, ' ')).toContain('(by `2026.3`: a total of 62,');
  });

  it('lists the inputs of the difficulty rating, and computes its example', () => {
    const shares = table(section('Difficulty'), 'input').map(([id, , share]) => [id, Number(share)]);
    expect(Object.fromEntries(shares)).toEqual(RULESET_2026_1.ratings.difficulty.shares);
    const [input, result] = example('Difficulty');
    expect(rateDifficulty(input)).toMatchObject(result);
  });
});
