import { FINDER_IDS } from '@droptrack/discovery';
import { settingsReader } from '@droptrack/sources';
import { createFinders, FINDERS, readFindersConfig } from './finders';

const config = (env: Readonly<Record<string, string>> = {}) => readFindersConfig(settingsReader(env, []));

describe('the configured finders', () => {
  it('leave out a source without its settings, with the reason', () => {
    const { on, off } = createFinders(config());
    expect(on.map(({ source }) => source)).toContain('snapshot');
    expect([off.get('discourse'), off.get('rotki-index')]).toEqual(['not_configured', 'not_configured']);
  });

  it('leave out a source that the operator switched off', () => {
    const { on, off } = createFinders(config({ FINDERS_OFF: 'snapshot' }));
    expect(on.map(({ source }) => source)).not.toContain('snapshot');
    expect(off.get('snapshot')).toBe('switched_off');
  });

  it('read the file of factories only if campaigns are searched for', () => {
    const campaigns = { EVM_RPC_URLS: 'linea=http://node.test', DISCOVERY_FACTORIES: '/no/such/file.yaml' };
    expect(() => createFinders(config(campaigns))).toThrow('/no/such/file.yaml: cannot be read');
    const { off } = createFinders(config({ ...campaigns, FINDERS_OFF: 'evm-campaigns' }));
    expect(off.get('evm-campaigns')).toBe('switched_off');
  });

  it('have unique ids and origins', () => {
    const { on } = createFinders(
      config({
        DISCOURSE_FORUMS: 'https://a.test,https://b.test/gov',
        ROTKI_INDEX_URL: 'https://index.test/airdrops/index_v4.json',
      }),
    );
    const ids = on.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining(['discourse/a.test', 'discourse/b.test/gov', 'rotki-index']));
    expect(on.flatMap(({ origins }) => origins).every((origin) => new URL(origin).origin === origin)).toBe(true);
  });

  it('are those that sightings can name', () => {
    expect(FINDERS.map(({ id }) => id)).toEqual(FINDER_IDS);
  });
});
