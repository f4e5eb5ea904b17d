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

  it('are named for at least 60 drops, and asked by a call for at least 35 contracts', () => {
    expect(new Set(claims.map(({ drop }) => drop)).size).toBeGreaterThanOrEqual(60);
    expect(claims.filter(({ claim }) => claim.check !== undefined).length).toBeGreaterThanOrEqual(35);
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
    expect(new Set(styles)).toEqual(new Set(['cow', 'ens', 'linea', 'uniswap', 'zksync']));
  });
});
