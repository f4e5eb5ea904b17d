import { describeTrees, expectProven, uniswapClaims } from '../../test/published-trees';

describeTrees('the published tree of Uniswap', () => {
  it('proves each of the 5 151 published claims, and no altered one', () => {
    const claims = uniswapClaims();
    expect(claims.length).toBe(5_151);
    expectProven(claims);
  });
});
