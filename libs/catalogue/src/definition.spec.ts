import { claimOf } from './definition';
import { dropDefinition } from './testing';

const claim = { rpc: 'linea', contract: 'eip155:59144:0xab', check: 'claimed(address) returns (bool)', source: null };
const season = { ...claim, contract: 'eip155:59144:0xcd' };

describe('claimOf', () => {
  it('returns the claim of the unnamed list, and of each named list its own', () => {
    const definition = dropDefinition({ claim, listClaims: { 'season-2': season } });
    expect(claimOf(definition, '')).toBe(claim);
    expect(claimOf(definition, 'season-2')).toBe(season);
  });

  // The distributor of another list would report wallets that have not claimed as claimed, and the other way round.
  it('returns no claim of another list', () => {
    const definition = dropDefinition({ claim, listClaims: { 'season-2': season } });
    expect(claimOf(definition, 'season-3')).toBeNull();
    expect(claimOf(definition, 'constructor')).toBeNull();
    expect(claimOf(dropDefinition({ listClaims: { a: season } }), '')).toBeNull();
    expect(claimOf(dropDefinition({ claim: null }), 'a')).toBeNull();
  });
});
