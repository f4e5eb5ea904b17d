import { checkSources } from './check-sources';
import { formatPath } from './fault';

const findings = (sources: unknown) =>
  checkSources(sources).map(({ path, message, on }) => `${formatPath(path)} (${on}): ${message}`);

describe('checkSources', () => {
  it('accepts the queries of each source, and false', () => {
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

  // A misspelt source would never be read, without any error.
  it('suggests the known name for a misspelt one', () => {
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
  ])('lists the valid queries of %s for an invalid one', (source) => {
    for (const stated of [true, 0, '', [], {}, '\u0000', 'x'.repeat(5_000)]) {
      expect(findings({ [source]: stated })).toEqual([expect.stringMatching(/\(value\): must .*, or false$/)]);
    }
  });
});
