import { join } from 'node:path';
import { findMisspelt, readSettingNames } from './misspelt';

const NAMES = readSettingNames(join(__dirname, '../../..'));
const suggestionsOf = (...names: string[]) =>
  findMisspelt(Object.fromEntries(names.map((name) => [name, 'hidden'])), NAMES).map(({ meant }) => meant);

describe('findMisspelt', () => {
  it.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_READ_ULR', 'DATABASE_READ_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['WEBHOOK_SECRET_KEYS', 'WEBHOOK_SECRET_KEY'],
    ['DROPTRACK_BASEURL', 'DROPTRACK_BASE_URL'],
    ['PROT', 'PORT'],
    ['port', 'PORT'],
  ])('suggests for %s the setting %s', (written, meant) => {
    expect(suggestionsOf(written)).toEqual([meant]);
  });

  // Variables of shells, supervisors, CI and services beside this one.
  it.each(
    `HOME HOSTNAME LOGNAME PATH PWD TERM USER LANG SHELL MAIL TZ NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_VERSION
     REDIS_PORT REDIS_HOST POSTGRES_URL POSTGRES_PORT DB_URL GITHUB_SHA GITHUB_REF GITHUB_ENV GITHUB_JOB GITHUB_PATH
     GITHUB_API_URL HTTP_PROXY NO_PROXY npm_package_name XDG_DATA_HOME NOTIFY_SOCKET INVOCATION_ID KUBERNETES_PORT
     DROPTRACK_API_PORT DROPTRACK_API_SERVICE_HOST DROPTRACK_TEST_DATA DROPTRACK_IMAGE`.split(/\s+/),
  )('suggests nothing for %s', (name) => {
    expect(suggestionsOf(name)).toEqual([]);
  });

  it('accepts every setting, and a misspelt variable without a value', () => {
    expect(suggestionsOf(...NAMES)).toEqual([]);
    expect(findMisspelt({ TRUSTED_PROXY: '' }, NAMES)).toEqual([]);
    expect(NAMES.length).toBeGreaterThan(80);
  });
});
