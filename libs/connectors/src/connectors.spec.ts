import { settingsReader } from '@droptrack/sources';
import { readSourcesConfig, SOURCE_IDS } from './connectors';

const read = (env: Record<string, string>) => {
  const faults: string[] = [];
  return { config: readSourcesConfig(settingsReader(env, faults)), faults };
};

describe('readSourcesConfig', () => {
  it('takes addresses without the slash at their end, and keys as they are', () => {
    const { config, faults } = read({ DEFILLAMA_URL: 'http://127.0.0.1:8080/llama/', GITHUB_TOKEN: 'ghp_a' });
    expect(config.of.defillama.url).toBe('http://127.0.0.1:8080/llama');
    expect(config.of.github).toEqual({ url: 'https://api.github.com', token: 'ghp_a' });
    expect(faults).toEqual([]);
  });

  it('knows chains by their names, with whatever stands in an address', () => {
    const { config } = read({ EVM_RPC_URLS: ' linea=https://rpc.example.com/v2?key=a=b, arbitrum-nova=http://b:1 ' });
    expect([...(config.of.evm?.rpcUrls ?? [])]).toEqual([
      ['linea', ['https://rpc.example.com/v2?key=a=b']],
      ['arbitrum-nova', ['http://b:1']],
    ]);
  });

  it('follows claims at the nodes of either kind of chain', () => {
    const { config } = read({ SOLANA_RPC_URLS: 'solana=https://rpc.example.com' });
    expect(config.of.claims).toEqual({
      rpcUrls: new Map(),
      solanaRpcUrls: new Map([['solana', ['https://rpc.example.com']]]),
    });
    expect(config.of.evm).toBeNull();
    expect(read({}).config.of.claims).toBeNull();
  });

  it('turns off the named sources, or all', () => {
    expect(read({ SOURCES_OFF: 'rss, evm' }).config.off).toEqual(new Set(['evm', 'rss']));
    expect(read({ SOURCES_OFF: 'all' }).config.off).toEqual(new Set([...SOURCE_IDS, 'prices', 'claims']));
    expect(read({ SOURCES_OFF: 'prices' }).config.off).toEqual(new Set(['prices']));
  });

  it.each([
    [{ SOURCES_OFF: 'rss,twitter' }, /SOURCES_OFF/],
    [{ DEFILLAMA_URL: 'ftp://secret' }, /DEFILLAMA_URL/],
    [{ GITHUB_TOKEN: 'sec ret' }, /GITHUB_TOKEN/],
    [{ GITHUB_TOKEN: 'secret\u00e9' }, /GITHUB_TOKEN/],
    [{ REDDIT_CLIENT_ID: 'secret' }, /REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET/],
    // Without the violation that it must be given together with the other one.
    [
      { REDDIT_CLIENT_ID: 'secret', REDDIT_CLIENT_SECRET_FILE: '/secret' },
      /^REDDIT_CLIENT_SECRET_FILE must name a file/,
    ],
    [{ EVM_RPC_URLS: 'https://secret' }, /EVM_RPC_URLS/],
    [{ EVM_RPC_URLS: 'a=https://secret,a=https://secret' }, /EVM_RPC_URLS/],
    [{ SOLANA_RPC_URLS: 'https://secret' }, /SOLANA_RPC_URLS/],
    [{ FARCASTER_HUB_URL: 'secret' }, /FARCASTER_HUB_URL/],
  ])('rejects %j without its value', (env, fault) => {
    const { faults } = read(env as Record<string, string>);
    // Sources that share a variable report it each.
    expect([...new Set(faults)]).toEqual([expect.stringMatching(fault)]);
    expect(faults.join()).not.toMatch(/sec ?ret|twitter/);
  });
});
