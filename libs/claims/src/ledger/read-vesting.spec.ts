import { followedStyle } from '@droptrack/distributors';
import { Chain, JsonRpcError } from '@droptrack/sources';
import { encodeFunctionResult, parseAbiItem, toFunctionSelector } from 'viem';
import { readVesting } from './read-vesting';

const distributor = (style: string) => ({
  ...{ dropId: 'linea', list: '', contract: `eip155:1:0x${'11'.repeat(20)}`, rpc: 'fake', style },
  ...{ token: null, fromBlock: null },
});

/** Chain whose contract has these values of the views of a style; the other views revert. */
function chainWith(style: string, values: Readonly<Record<string, unknown>>): Chain {
  const views = Object.entries(followedStyle(style)?.vesting ?? {});
  return new Chain((_, [call]) => {
    const selector = (call as { data: string }).data.slice(0, 10);
    const [name = '', view = ''] = views.find(([, text]) => toFunctionSelector(`function ${text}`) === selector) ?? [];
    if (!(name in values)) return Promise.reject(new JsonRpcError('status', 'execution reverted', false, true));
    const abi = [parseAbiItem(`function ${view.replace(' returns ', ' view returns ')}`)] as const;
    return Promise.resolve(encodeFunctionResult({ abi, result: values[name] } as never));
  }, 'fake');
}
const scheduleOf = (style: string, values: Readonly<Record<string, unknown>>) =>
  readVesting(chainWith(style, values), distributor(style));

const TENTH = 10n ** 17n;
const LINEAR = {
  ...{
    startsAt: 1_000,
    startShare: TENTH,
    cliffSeconds: 100,
    cliffShare: 2n * TENTH,
    seconds: 500,
    isCancelable: true,
  },
};

describe('the schedule of a campaign', () => {
  it('is that of a linear vesting, which is continuous before v3.0', async () => {
    const schedule = {
      startsAt: 1_000,
      steps: [
        { seconds: 0, share: String(TENTH) },
        { seconds: 100, share: String(2n * TENTH) },
      ],
      linear: { from: 100, to: 500, every: null },
      isCancelable: true,
    };
    expect(await scheduleOf('sablier-linear', LINEAR)).toEqual(schedule);
    const stepped = { ...schedule, linear: { ...schedule.linear, every: 1 } };
    expect(await scheduleOf('sablier-linear', { ...LINEAR, every: 0 })).toEqual(stepped);
    expect(await scheduleOf('sablier-linear', { ...LINEAR, startsAt: 0 })).toMatchObject({ startsAt: null });
  });

  it('is that of tranches, each after the one before', async () => {
    const tranches = [1, 2].map((n) => ({ unlockPercentage: BigInt(n) * TENTH, duration: n * 10 }));
    expect(await scheduleOf('sablier-tranched', { startsAt: 7, tranches, isCancelable: false })).toEqual({
      startsAt: 7,
      steps: [
        { seconds: 10, share: String(TENTH) },
        { seconds: 30, share: String(2n * TENTH) },
      ],
      linear: null,
      isCancelable: false,
    });
  });

  it('is that of claims whose amount grows', async () => {
    expect(await scheduleOf('sablier-variable', { startsAt: 100, startShare: 0n, endsAt: 150 })).toEqual({
      startsAt: 100,
      steps: [{ seconds: 0, share: '0' }],
      linear: { from: 0, to: 50, every: 1 },
      isCancelable: null,
    });
  });

  it.each([
    ['a style without one', 'uniswap', {}],
    ['a contract that does not have the functions', 'sablier-linear', {}],
    ['shares above the whole', 'sablier-linear', { ...LINEAR, startShare: 9n * TENTH }],
    ['a cliff after the end', 'sablier-linear', { ...LINEAR, cliffSeconds: 600 }],
    ['an end before the start', 'sablier-variable', { startsAt: 100, startShare: 0n, endsAt: 50 }],
  ])('is unknown for %s', async (_, style, values) => {
    expect(await scheduleOf(style, values)).toBeNull();
  });
});
