import {
  deriveExpectedValue,
  type DropDefinition,
  payoutOpensAt,
  type TokensPerWallet,
  valueBasis,
} from '@droptrack/catalogue';
import { RULESET_2026_3, RULESETS } from '@droptrack/scoring';
import { join } from 'node:path';
import { readCatalogue } from './read-catalogue';

describe('the expected values of prisma/catalogue', () => {
  let definitions: readonly DropDefinition[];
  beforeAll(async () => {
    ({ definitions } = await readCatalogue(join(__dirname, '../../../../../../prisma/catalogue')));
  });

  // Most of these drops are over: a value is a payout that has taken place, and must not be shown as a forecast.
  it('are known for at least 15 drops, and realised or estimated for those at a price', () => {
    const bases = definitions
      .filter(({ value }) => value.priceUsd !== null)
      .map((drop) => valueBasis(drop, deriveExpectedValue(drop, null, RULESET_2026_3)))
      .filter((basis) => basis !== null);
    expect(bases.length).toBeGreaterThanOrEqual(15);
    expect(bases.filter((basis) => basis !== 'realised' && basis !== 'estimated')).toEqual([]);
  });

  // The first week of an exchange that lists a token later is another price.
  it('are computed from prices of the first week after wallets could have the tokens, and have an outcome then', () => {
    const priced = definitions.flatMap(({ id, events, value, outcome }) => {
      const openedAt = payoutOpensAt(events);
      const at = value.priceUsd?.source?.at ?? null;
      return openedAt === null || at === null ? [] : [{ id, outcome, days: daysBetween(openedAt, at) }];
    });
    expect(priced.length).toBeGreaterThanOrEqual(75);
    expect(priced.filter(({ days }) => days < 6 || days > 7)).toEqual([]);
    expect(priced.filter(({ outcome }) => outcome === undefined)).toEqual([]);
  });

  it.each(RULESETS.map((ruleset) => [ruleset.version, ruleset] as const))(
    'contradict no known amount of their drop by ruleset %s',
    (_, ruleset) => {
      const bounded = definitions.filter(({ value }) => value.tokensPerWallet !== undefined && value.priceUsd !== null);
      expect(bounded.length).toBeGreaterThan(0);
      for (const drop of bounded) {
        const { p10, p50, p90 } = deriveExpectedValue(drop, null, ruleset);
        if (p50 === null) continue;
        const usd = (name: keyof TokensPerWallet, unknown: number) =>
          Number(drop.value.tokensPerWallet?.value[name] ?? unknown) * drop.value.priceUsd!.value;
        const bounds = [
          p10! >= usd('min', 0) - 0.01,
          p50 >= usd('p10', 0) - 0.01,
          p50 <= usd('p90', Infinity) + 0.01,
          p90! <= usd('max', Infinity) + 0.01,
        ];
        expect([drop.id, ...bounds]).toEqual([drop.id, true, true, true, true]);
      }
    },
  );
});

/** Days from the day of an instant to a later day, in UTC. */
const daysBetween = (instant: string, day: string): number =>
  (Date.parse(day) - Date.parse(instant.slice(0, 10))) / 86_400_000;
