import { sightingViolation } from '@droptrack/discovery';
import { sampleCatalogue, type SampleDiscovery, sampleDiscovery } from './index';
import { CYCLE_DAYS, DAY_MS, isoDay } from './life';

const FIRST_DAY = Date.UTC(2026, 10, 21) / DAY_MS;
/** Days over three lives of a slot, with several seeds. */
const DAYS = Array.from({ length: CYCLE_DAYS }, (_, n) => ({
  seed: ['droptrack', 'a'][n % 2] ?? '',
  day: isoDay(FIRST_DAY + 3 * n),
}));
const eachDay = <T>(read: (found: SampleDiscovery, options: { seed: string; day: string }) => T): T[] =>
  DAYS.map((options) => read(sampleDiscovery(options), options));

describe('the sightings of the sample', () => {
  it('are within the bounds of a sighting, on every day', () => {
    const violations = eachDay(({ finds }) => finds.map(({ sighting }) => sightingViolation(sighting))).flat();
    expect(violations.filter((violation) => violation !== null)).toEqual([]);
  });

  it('have candidates in all states, from seven sources', () => {
    const { finds } = sampleDiscovery({ seed: 'droptrack', day: '2026-11-21' });
    expect(finds.map(({ decision }) => decision?.kind ?? 'new').sort()).toEqual([
      ...['accept', 'merge', 'new', 'new', 'new', 'new', 'reject', 'watch', 'watch'],
    ]);
    expect(new Set(finds.map(({ source }) => source))).toEqual(
      new Set(['evm-campaigns', 'polymarket', 'defillama', 'merkl', 'snapshot', 'discourse', 'rotki-index']),
    );
  });

  it('are marked as sample data, with links to example.org only', () => {
    const finds = eachDay(({ finds }) => finds).flat();
    expect(finds.every(({ sighting }) => sighting.name.includes('(sample)'))).toBe(true);
    const links = finds.flatMap(({ sighting }) => [sighting.url, sighting.facts.site]).filter((url) => url !== null);
    expect(links.every((url) => url.startsWith('https://example.org/sample/'))).toBe(true);
  });

  it('accept a drop that the sample publishes on that day', () => {
    const missing = eachDay(({ finds }, options) => {
      const ids = sampleCatalogue(options).definitions.map(({ id }) => id);
      return finds.filter(({ decision }) => decision?.kind === 'accept' && !ids.includes(decision.dropId));
    });
    expect(missing.flat()).toEqual([]);
  });

  it('imitate a drop that is published with its token, by its name and symbol, with another token', () => {
    eachDay(({ finds }, options) => {
      const { definitions } = sampleCatalogue(options);
      const [fake, ...others] = finds.filter(
        ({ source, sighting }) => source === 'evm-campaigns' && definitions.some(({ name }) => name === sighting.name),
      );
      const imitated = definitions.find(({ name }) => name === fake?.sighting.name);
      expect(others).toEqual([]);
      expect(fake?.sighting.facts.symbol).toBe(imitated?.token.symbol?.value);
      expect(imitated?.token.address?.value).toMatch(/^eip155:\d+\/erc20:/);
      expect(fake?.sighting.identity.token).not.toBe(imitated?.token.address?.value);
    });
  });

  // The demo applies them at each start, and the review by its operator stays.
  it('stay the same for 18 days, and share no id with those of another period', () => {
    const at = (day: number) => sampleDiscovery({ seed: 'droptrack', day: isoDay(day) });
    const period = Math.floor(FIRST_DAY / 18) * 18;
    expect(at(period + 17)).toEqual(at(period));
    const idsOf = (day: number) => at(day).finds.map(({ sighting }) => sighting.externalId);
    expect(idsOf(period + 18).filter((id) => idsOf(period).includes(id))).toEqual([]);
  });
});
