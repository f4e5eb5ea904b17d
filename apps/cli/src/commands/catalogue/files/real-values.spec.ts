import { deriveExpectedValue, valueBasis } from '@droptrack/catalogue';
import { RULESET_2026_3 } from '@droptrack/scoring';
import { join } from 'node:path';
import { readCatalogue } from './read-catalogue';

describe('the expected values of prisma/catalogue', () => {
  // The drops with a value are over: it is a payout that has taken place, and must not be shown as a forecast.
  it('are known for at least 15 drops, and realised for each of them', async () => {
    const { definitions } = await readCatalogue(join(__dirname, '../../../../../../prisma/catalogue'));
    const bases = definitions.map((drop) => valueBasis(drop, deriveExpectedValue(drop, null, RULESET_2026_3)));
    const known = bases.filter((basis) => basis !== null);
    expect(known.length).toBeGreaterThanOrEqual(15);
    expect(new Set(known)).toEqual(new Set(['realised']));
  });
});
