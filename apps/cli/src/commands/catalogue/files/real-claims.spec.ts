import { type ClaimDefinition, type DropDefinition } from '@droptrack/catalogue';
import { distributorStyle } from '@droptrack/distributors';
import { join } from 'node:path';
import { readCatalogue } from './read-catalogue';

const CATALOGUE = join(__dirname, '../../../../../../prisma/catalogue');
let claims: readonly { readonly drop: string; readonly claim: ClaimDefinition }[];

const claimsOf = ({ id, claim, listClaims = {} }: DropDefinition) =>
  [...(claim ? [claim] : []), ...Object.values(listClaims)].map((each) => ({ drop: id, claim: each }));

beforeAll(async () => {
  const { definitions, faults } = await readCatalogue(CATALOGUE);
  expect(faults).toEqual([]);
  claims = definitions.flatMap(claimsOf);
});

describe('distributors of the real drops', () => {
  it('are read from a file that cannot change', () => {
    const unsourced = claims.filter(
      ({ claim: { source } }) =>
        !/^https:\/\/github\.com\/[^/]+\/[^/]+\/blob\/[0-9a-f]{40}\/[^#]+\.\w+(?:#L\d+)?$/.test(source?.url ?? ''),
    );
    expect(unsourced).toEqual([]);
  });

  it('are named for at least 65 drops, by a style or a call for 43 of them', () => {
    const known = claims.filter(({ claim: { check, distributorStyle: style } }) => (check ?? style) !== undefined);
    expect(new Set(claims.map(({ drop }) => drop)).size).toBeGreaterThanOrEqual(65);
    expect(new Set(known.map(({ drop }) => drop)).size).toBeGreaterThanOrEqual(43);
  });

  it('belong to one drop each, unless they pay several', () => {
    // Programs on Solana hold the distributors of many drops.
    const contracts = claims.filter(({ claim }) => claim.contract.startsWith('eip155:'));
    const dropsOf = new Map<string, Set<string>>();
    for (const { drop, claim } of contracts) {
      dropsOf.set(claim.contract, (dropsOf.get(claim.contract) ?? new Set()).add(drop));
    }
    const shared = [...dropsOf].filter(([, drops]) => drops.size > 1).map(([contract]) => contract);
    expect(shared).toEqual([]);
  });

  it('have styles that are known', () => {
    const styles = claims.flatMap(({ claim }) => claim.distributorStyle ?? []);
    expect(styles.filter((name) => distributorStyle(name) === null)).toEqual([]);
    expect(new Set(styles).size).toBeGreaterThanOrEqual(20);
  });

  it('have a source for each published root', () => {
    const roots = claims.flatMap(({ claim }) => claim.root ?? []);
    expect(roots.length).toBeGreaterThanOrEqual(13);
    expect(roots.filter(({ source }) => source?.url?.startsWith('https://github.com/') !== true)).toEqual([]);
  });
});
