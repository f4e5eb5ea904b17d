import { ConfigError, variableReader } from './index';

const readerOf = (env: Record<string, string>) => {
  const violations: string[] = [];
  return { read: variableReader(env, violations), violations };
};

describe('variableReader', () => {
  it('returns fallbacks for absent and empty variables', () => {
    const { read, violations } = readerOf({ PORT: '', LEVEL: '' });
    expect([read.port('PORT', 3_000), read.oneOf('LEVEL', ['a', 'b'], 'b'), read.flag('FLAG')]).toEqual([
      3_000,
      'b',
      false,
    ]);
    expect([read.listed('LIST'), violations]).toEqual([[], []]);
  });

  it.each(['-1', '65536', '0x10', '1e3', '3000.5', ' 80', 'abc'])('rejects the port %j', (PORT) => {
    const { read, violations } = readerOf({ PORT });
    read.port('PORT', 3_000);
    expect(violations).toEqual(['PORT must be an integer from 0 to 65535']);
  });

  // A value may be a secret that was set under the wrong name.
  it('collects violations with the names of the variables, never their values', () => {
    const { read, violations } = readerOf({ LEVEL: 'hidden', FLAG: 'hidden', RULESET: 'hidden', URL: 'hidden' });
    read.oneOf('LEVEL', ['a', 'b'], 'a');
    read.flag('FLAG');
    read.ruleset('RULESET');
    read.databaseUrl('URL');
    read.databaseUrl('OTHER_URL');
    expect(new ConfigError(violations).message).not.toContain('hidden');
    expect(violations.map((violation) => violation.split(' ')[0])).toEqual([
      'LEVEL',
      'FLAG',
      'RULESET',
      'URL',
      'OTHER_URL',
    ]);
  });
});
