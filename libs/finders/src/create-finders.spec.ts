import type { FindersConfig } from './finders-config';
import { createFinders } from './create-finders';

const config = (over: Partial<FindersConfig> = {}): FindersConfig => ({
  off: new Set(),
  evmCampaigns: { rpcUrls: new Map(), factoriesFile: null, lookbackDays: 30 },
  polymarket: { url: 'https://polymarket.test' },
  defillama: { url: 'https://defillama.test', airdropsUrl: 'https://airdrops.test' },
  merkl: { url: 'https://merkl.test' },
  snapshot: { url: 'https://hub.test', apiKey: null },
  discourse: { urls: [] },
  rotkiIndex: { url: null },
  ...over,
});

describe('the configured finders', () => {
  it('leave out a source without its settings, with the reason', () => {
    const { on, off } = createFinders(config());
    expect(on.map(({ source }) => source)).toContain('snapshot');
    expect([off.get('discourse'), off.get('rotki-index')]).toEqual(['not_configured', 'not_configured']);
  });

  it('leave out a source that the operator switched off', () => {
    const { on, off } = createFinders(config({ off: new Set(['snapshot']) }));
    expect(on.map(({ source }) => source)).not.toContain('snapshot');
    expect(off.get('snapshot')).toBe('switched_off');
  });

  it('read the file of factories only if campaigns are searched for', () => {
    const evmCampaigns = {
      rpcUrls: new Map([['linea', 'http://node.test']]),
      factoriesFile: '/no/such/file.yaml',
      lookbackDays: 30,
    };
    expect(() => createFinders(config({ evmCampaigns }))).toThrow('/no/such/file.yaml: cannot be read');
    const { off } = createFinders(config({ evmCampaigns, off: new Set(['evm-campaigns']) }));
    expect(off.get('evm-campaigns')).toBe('switched_off');
  });

  it('have unique ids and origins', () => {
    const { on } = createFinders(
      config({
        discourse: { urls: ['https://a.test', 'https://b.test/gov'] },
        rotkiIndex: { url: 'https://index.test/airdrops/index_v4.json' },
      }),
    );
    const ids = on.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining(['discourse/a.test', 'discourse/b.test/gov', 'rotki-index']));
    expect(on.flatMap(({ origins }) => origins).every((origin) => new URL(origin).origin === origin)).toBe(true);
  });
});
