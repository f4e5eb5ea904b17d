import { DISTRIBUTOR_STYLES } from '@droptrack/distributors';
import { claimFunctions, decodedCall } from './index';
import { CLAIM, readyAction } from './testing';

describe('decodedCall', () => {
  it('names each argument, with its type, its meaning and its value', () => {
    const action = readyAction();
    const { name, arguments: given } = decodedCall(action, action.calls[0]!.data)!;
    expect([name, ...given.map((each) => `${each.type} ${each.name}: ${each.is}`)]).toEqual([
      'claim',
      'uint256 index: index',
      'address account: wallet',
      'uint256 amount: amount',
      'bytes32[] merkleProof: proof',
    ]);
    expect(given.slice(0, 3).map(({ value }) => value)).toEqual([5n, CLAIM.wallet.toLowerCase(), BigInt(CLAIM.amount)]);
  });

  const styles = Object.entries(DISTRIBUTOR_STYLES).filter(([, style]) => claimFunctions(style, false).length > 0);
  it.each(styles)('decodes what is encoded for %s', (name, style) => {
    const action = readyAction({}, name);
    const [called] = claimFunctions(style, false);
    expect(decodedCall(action, action.calls[0]!.data)?.arguments.map(({ is }) => is)).toEqual(called!.values);
  });

  // A reader must not see arguments of a call that does something else.
  it.each([
    ['an unknown style', { contract: '', style: 'other', token: null }, (data: string) => data],
    ['no style', { contract: '', style: null, token: null }, (data: string) => data],
    ['another function', readyAction().distributor, (data: string) => `0xdeadbeef${data.slice(10)}`],
    ['further bytes', readyAction().distributor, (data: string) => `${data}00`],
  ])('is null for %s', (_, distributor, altered) => {
    expect(decodedCall({ distributor }, altered(readyAction().calls[0]!.data))).toBeNull();
  });
});
