import { checkSources } from './check-sources';
import { formatPath } from './fault';

const findings = (sources: unknown) =>
  checkSources(sources).map(({ path, message, on }) => `${formatPath(path)} (${on}): ${message}`);

describe('checkSources', () => {
  it('takes what the sources can be asked, and false', () => {
    expect(
      findings({
        farcaster: 'https://warpcast.com/~/channel/linea',
        defillama: 'linea',
        evm: { rpc: 'linea', contract: '0x1111111111111111111111111111111111111111' },
        reddit: 'linea',
        rss: ['https://example.org/feed.xml'],
        coingecko: false,
        github: 'Consensys/linea-monorepo',
        polymarket: 'linea-airdrop',
        snapshot: 'linea.eth',
      }),
    ).toEqual([]);
  });

  // A source that is misspelt would be missing for ever, and nobody would know.
  it('knows a name that is misspelt', () => {
    expect(findings({ githb: 'a/b' })).toEqual(['sources.githb (key): unknown source "githb"; did you mean "github"?']);
    expect(findings({ twitter: 'x' })).toEqual([
      expect.stringMatching(/^sources\.twitter .*known sources are farcaster, /),
    ]);
  });

  it.each([
    ['farcaster'],
    ['defillama'],
    ['evm'],
    ['reddit'],
    ['rss'],
    ['coingecko'],
    ['github'],
    ['polymarket'],
    ['snapshot'],
  ])('says what %s can be asked where it is asked something else', (source) => {
    for (const stated of [true, 0, '', [], {}, '\u0000', 'x'.repeat(5_000)]) {
      expect(findings({ [source]: stated })).toEqual([expect.stringMatching(/\(value\): must .*, or false$/)]);
    }
  });
});
