import { officialDomainsOf, registeredDomain, withheldLinks } from '@droptrack/catalogue';
import { join } from 'node:path';
import { type CatalogueReading, readCatalogue } from './read-catalogue';

/** Drops whose checker is known only from others: no page of the project that states its domain is recorded. */
const UNSTATED =
  `0g aevo-farm-boost altlayer-season-1 animecoin avail-unification-drop babylon dolomite eclipse eigenlayer-season-1
  eigenlayer-season-2 espresso fogo friend-tech grass huma-season-0 hyperlane io-net kerneldao-season-1 lagrange layerzero magic-eden
  midnight-glacier-drop nillion opinion-season-1 parcl particle-network plume polyhedra river sanctum solayer succinct synfutures
  taiko-genesis tensor wayfinder wen`.split(/\s+/);

describe('the links of prisma/catalogue', () => {
  let catalogue: CatalogueReading;
  beforeAll(async () => {
    catalogue = await readCatalogue(join(__dirname, '../../../../../../prisma/catalogue'));
  });

  // A valid link must not vanish unnoticed, and a checker that only others name must not be offered.
  it('are published, but for the checkers that no page of the project states', () => {
    const withheld = catalogue.definitions.flatMap((drop) =>
      withheldLinks(drop).map(({ path }) => [drop.id, path.join('.')]),
    );
    expect(withheld).toEqual(UNSTATED.map((id) => [id, 'distribution.checker.url']));
  });

  it('state each official domain with a page of the project or of its code', () => {
    for (const { id, ...drop } of catalogue.definitions) {
      for (const { page } of drop.officialDomains ?? []) {
        const host = registeredDomain(new URL(page).hostname);
        const isOwn =
          host?.domain === 'github.com' || officialDomainsOf(drop).some(({ domain }) => domain === host?.domain);
        // The documents of MANTRA are the only ones on a domain that no link of the file has.
        expect([id, isOwn || id === 'mantra-gendrop']).toEqual([id, true]);
      }
    }
  });
});
