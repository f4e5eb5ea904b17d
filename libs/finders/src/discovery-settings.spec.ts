import { FINDER_IDS } from '@droptrack/discovery';
import { settingsReader } from '@droptrack/sources';
import { readDiscoverySettings } from './discovery-settings';

const read = (env: Record<string, string>) => {
  const violations: string[] = [];
  const settings = readDiscoverySettings(settingsReader(env, violations));
  // Finders share variables.
  return { settings, violations: [...new Set(violations)] };
};

describe('readDiscoverySettings', () => {
  it('runs the finders of public sources by default, and none that needs a setting', () => {
    expect(read({})).toMatchObject({
      settings: {
        finders: {
          off: new Set(),
          of: {
            'evm-campaigns': null,
            polymarket: { url: 'https://gamma-api.polymarket.com' },
            defillama: { url: 'https://api.llama.fi', airdropsUrl: 'https://airdrops.llama.fi' },
            merkl: { url: 'https://api.merkl.xyz', apiKey: null, lookbackDays: 30 },
            snapshot: { url: 'https://hub.snapshot.org', apiKey: null },
            discourse: null,
            'rotki-index': null,
          },
        },
        ipfsGateways: ['https://gateway.pinata.cloud'],
        newPerDayMax: 50,
      },
      violations: [],
    });
  });

  it('turns off the named finders, or all', () => {
    expect(read({ FINDERS_OFF: 'merkl, evm-campaigns' }).settings.finders.off).toEqual(
      new Set(['evm-campaigns', 'merkl']),
    );
    expect(read({ FINDERS_OFF: 'all' }).settings.finders.off.size).toBe(FINDER_IDS.length);
  });

  // An operator who turns the sources off, for example on a machine without the internet, expects no requests at all.
  it('turns all finders off with all sources, but not with some', () => {
    expect(read({ SOURCES_OFF: 'all' }).settings.finders.off).toEqual(new Set(FINDER_IDS));
    expect(read({ SOURCES_OFF: 'snapshot', FINDERS_OFF: 'merkl' }).settings.finders.off).toEqual(new Set(['merkl']));
  });

  it('reads lists of URLs without trailing slashes', () => {
    const { settings, violations } = read({
      IPFS_GATEWAYS: 'http://127.0.0.1:8080/, https://gateway.example.com/ipfs-proxy//',
      DISCOURSE_FORUMS: 'https://forum.example.com/',
      ROTKI_INDEX_URL: 'https://index.example.com/',
      EVM_RPC_URLS: 'base=https://base.example.com/v2/key',
      DISCOVERY_FACTORIES: '/etc/droptrack/factories.yaml',
      DISCOVERY_LOOKBACK_DAYS: '0',
      MERKL_API_KEY: 'k1',
      DISCOVERY_NEW_PER_DAY: '0',
    });
    expect(violations).toEqual([]);
    expect(settings).toMatchObject({
      ipfsGateways: ['http://127.0.0.1:8080', 'https://gateway.example.com/ipfs-proxy'],
      newPerDayMax: 0,
      finders: {
        of: {
          merkl: { apiKey: 'k1', lookbackDays: 0 },
          discourse: { urls: ['https://forum.example.com'] },
          'rotki-index': { url: 'https://index.example.com' },
          'evm-campaigns': {
            rpcUrls: new Map([['base', ['https://base.example.com/v2/key']]]),
            factoriesFile: '/etc/droptrack/factories.yaml',
            lookbackDays: 0,
          },
        },
      },
    });
  });

  it.each([
    [{ FINDERS_OFF: 'merkl,hidden' }, /^FINDERS_OFF must be all or a list of evm-campaigns, /],
    [{ FINDERS_OFF: 'all,merkl' }, /^FINDERS_OFF /],
    [{ IPFS_GATEWAYS: 'hidden' }, /^IPFS_GATEWAYS must be at most 20 different addresses /],
    [{ IPFS_GATEWAYS: 'ipfs://hidden' }, /^IPFS_GATEWAYS /],
    [{ DISCOURSE_FORUMS: 'https://a.test,https://a.test/' }, /^DISCOURSE_FORUMS /],
    [{ DISCOVERY_LOOKBACK_DAYS: '366' }, /^DISCOVERY_LOOKBACK_DAYS must be an integer from 0 to 365$/],
    [{ DISCOVERY_NEW_PER_DAY: '-1' }, /^DISCOVERY_NEW_PER_DAY /],
    [{ MERKL_URL: 'hidden' }, /^MERKL_URL must be an address that begins with https:\/\/ or http:\/\/$/],
    [{ DEFILLAMA_AIRDROPS_URL: 'hidden' }, /^DEFILLAMA_AIRDROPS_URL /],
    [{ ROTKI_INDEX_URL: 'hidden' }, /^ROTKI_INDEX_URL /],
    [{ SNAPSHOT_API_KEY: 'hid den' }, /^SNAPSHOT_API_KEY /],
    [{ EVM_RPC_URLS: 'hidden' }, /^EVM_RPC_URLS /],
  ])('rejects %j without its value', (env, violation) => {
    const { violations } = read(env as Record<string, string>);
    expect(violations).toEqual([expect.stringMatching(violation)]);
    expect(violations.join()).not.toMatch(/hid ?den/);
  });
});
