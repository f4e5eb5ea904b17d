import { cleanName, type Sighting } from '@droptrack/discovery';

/** Expects what every sighting promises of its texts, whatever its source sent. */
export function expectSafeTexts(sightings: readonly Sighting[]): void {
  expect(new Set(sightings.map(({ externalId }) => externalId)).size).toBe(sightings.length);
  for (const { externalId, name, url, facts } of sightings) {
    expect(externalId).toMatch(/^[\x21-\x7e]{1,200}$/);
    expect(cleanName(name)).toBe(name);
    expect(url ?? 'https://x').toMatch(/^https:\/\/[\x21-\x7e]{1,1000}$/);
    expect(facts.symbol === null || cleanName(facts.symbol, 20) === facts.symbol).toBe(true);
    expect(facts.site ?? 'https://x').toMatch(/^https:\/\/[\x21-\x7e]{1,1000}$/);
  }
}
