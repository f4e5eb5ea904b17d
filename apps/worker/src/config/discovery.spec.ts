import { FINDER_IDS } from '@droptrack/discovery';
import { readDiscoveryConfig } from './discovery';

const read = (env: Record<string, string>) => {
  const violations: string[] = [];
  return { config: readDiscoveryConfig(env, violations), violations };
};

describe('readDiscoveryConfig', () => {
  // A drop that no person has reviewed is published only on request.
  it('accepts nothing automatically by default', () => {
    expect(read({})).toMatchObject({ config: { isAutoAccept: false, newPerDayMax: 50 }, violations: [] });
    expect(read({ DISCOVERY_AUTO_ACCEPT: 'true' }).config.isAutoAccept).toBe(true);
  });

  it('turns all finders off with all sources', () => {
    expect(read({ SOURCES_OFF: 'all' }).config.finders.off).toEqual(new Set(FINDER_IDS));
  });

  it('names the variable that is invalid', () => {
    expect(read({ DISCOVERY_AUTO_ACCEPT: 'yes' }).violations).toEqual(['DISCOVERY_AUTO_ACCEPT must be true or false']);
    expect(read({ FINDERS_OFF: 'x' }).violations).toEqual([expect.stringMatching(/^FINDERS_OFF /)]);
  });
});
