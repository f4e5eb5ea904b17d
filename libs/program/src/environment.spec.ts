import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it.each<[string, string[] | null]>([
    ['', null],
    ['redis://:a@one:6379', ['redis://:a@one:6379']],
    ['rediss://one, rediss://two ,rediss://three', ['rediss://one', 'rediss://two', 'rediss://three']],
    ['redis+sentinel://:a@one/main,redis+sentinel://two:1', ['redis+sentinel://:a@one/main', 'redis+sentinel://two:1']],
  ])('reads %j as nodes of Redis', (REDIS_URL, nodes) => {
    const { read, violations } = readerOf({ REDIS_URL });
    expect([read.redisNodes('REDIS_URL'), violations]).toEqual([nodes, []]);
  });

  it.each(['http://one', 'redis://one,', 'redis://one,two:6379'])('rejects %j as nodes of Redis', (REDIS_URL) => {
    const { read, violations } = readerOf({ REDIS_URL });
    read.redisNodes('REDIS_URL');
    expect(violations).toEqual([expect.stringMatching(/^REDIS_URL must begin with/)]);
  });

  it.each([
    'redis+sentinel://one',
    'redis+sentinel:///main',
    'redis+sentinel://:100%@one/main',
    'redis+sentinel://one/two/three',
    'redis+sentinel://one/main?db=1',
    'redis+sentinel://one/main,redis://two',
    'redis+sentinel://one/main,two:26379',
    'redis+sentinel://one/main,redis+sentinel://two/other',
    'redis+sentinel://one/main,redis+sentinel://:hidden@two',
    `redis+sentinel://one/main${',redis+sentinel://more'.repeat(9)}`,
  ])('rejects %j as Sentinels', (REDIS_URL) => {
    const { read, violations } = readerOf({ REDIS_URL });
    read.redisNodes('REDIS_URL');
    expect(violations).toEqual([
      'REDIS_URL must name Sentinels as in redis+sentinel://a:26379/name,redis+sentinel://b:26379',
    ]);
  });

  it('reports only the variable from which an unusable fallback is derived', () => {
    const { read, violations } = readerOf({ PORT: 'x' });
    const port = read.port('PORT', 3_000);
    read.url('PUBLIC_URL', `http://localhost:${port}`);
    read.address('API_URL', `http://127.0.0.1:${port}`);
    expect(violations).toEqual(['PORT must be an integer from 0 to 65535']);
  });

  it('reports a variable that several parts read once', () => {
    const error = new ConfigError(['PORT must be an integer', 'HOST is required', 'PORT must be an integer']);
    expect(error.message).toBe('Invalid environment:\n  PORT must be an integer\n  HOST is required');
    expect(error.line).toBe('Invalid environment: PORT must be an integer; HOST is required');
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

  it.each([
    ['?sslmode=require', '?sslmode=verify-full'],
    ['?application_name=a&sslmode=verify-ca&sslrootcert=/b', '?application_name=a&sslmode=verify-full&sslrootcert=/b'],
    ['?sslmode=disable', '?sslmode=disable'],
    ['?sslmode=no-verify', '?sslmode=no-verify'],
    ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
    ['', ''],
  ])('verifies the certificate of a database in each mode of TLS that can: %s', (given, read) => {
    const { read: reader } = readerOf({ DATABASE_URL: `postgres://a@b/c${given}` });
    expect(reader.databaseUrl('DATABASE_URL')).toBe(`postgres://a@b/c${read}`);
  });

  describe('secrets from files', () => {
    let directory = '';
    beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'droptrack-secrets-'))));
    afterEach(() => rmSync(directory, { recursive: true }));
    const fileOf = (text: string): string => {
      const file = join(directory, 'secret');
      writeFileSync(file, text);
      return file;
    };

    it.each(['postgres://a:b@c/d\n', 'postgres://a:b@c/d\r\n', 'postgres://a:b@c/d'])(
      'reads %j without the line break at its end',
      (text) => {
        const { read, violations } = readerOf({ DATABASE_URL_FILE: fileOf(text) });
        expect([read.databaseUrl('DATABASE_URL'), violations]).toEqual(['postgres://a:b@c/d', []]);
      },
    );

    it('rejects an empty file, with which a program would start as if the variable was not set', () => {
      const { read, violations } = readerOf({ DATABASE_URL_FILE: fileOf('\n') });
      expect([read.optionalDatabaseUrl('DATABASE_URL'), violations]).toEqual([
        null,
        ['DATABASE_URL_FILE must name a file with a value: it is empty'],
      ]);
    });

    it('rejects a secret that is set twice, and a file that cannot be read, without its path', () => {
      const twice = readerOf({ KEY: 'a', KEY_FILE: fileOf('b') });
      twice.read.secretText('KEY');
      expect(twice.violations).toEqual(['KEY and KEY_FILE must not both be set']);

      const none = readerOf({ DATABASE_URL_FILE: join(directory, 'hidden'), KEY_FILE: directory });
      expect([none.read.databaseUrl('DATABASE_URL'), none.read.secretText('KEY')]).toEqual(['', '']);
      expect(none.violations).toEqual([
        'DATABASE_URL_FILE must name a file that this process may read (ENOENT)',
        'KEY_FILE must name a file that this process may read (EISDIR)',
      ]);
    });
  });
});
