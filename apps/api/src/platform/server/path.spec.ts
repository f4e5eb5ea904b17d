import { pathOf, withoutSecrets } from './path';

describe('pathOf', () => {
  it.each([
    ['/v1/drops?limit=1', '/v1/drops'],
    ['/v1/drops#x', '/v1/drops'],
    ['http://user:secret@api.test/v1/drops?x', '/v1/drops'],
    ['http://api.test', '/'],
    ['?x', '/'],
    ['//v1/drops', '//v1/drops'],
  ])('of %s is %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });
});

describe('withoutSecrets', () => {
  it.each([
    ['/v1/calendars/dtf_A1b2.ics', '/v1/calendars/dtf_REDACTED'],
    ['/v1/calendars/dtf_A1b2/rotate', '/v1/calendars/dtf_REDACTED/rotate'],
    ['/v1/calendars/%64%54f%5FA1b2', '/v1/calendars/dtf_REDACTED'],
    ['/v1/calendars/%64tf_A1b2%zz', '/v1/calendars/dtf_REDACTED'],
    ['/x%2Fdtf_A1b2', '/dtf_REDACTED'],
    ['/v1/drops/linea%zz', '/v1/drops/linea%zz'],
    ['/v1/drops/%64rop', '/v1/drops/%64rop'],
    [`/v1/drops/${'ab12'.repeat(16)}/hype`, '/v1/drops/REDACTED/hype'],
    [`/v1/drops/${'legal%20'.repeat(11)}winner`, '/v1/drops/REDACTED'],
    [`/v1/drops/${'legal+'.repeat(11)}winner`, '/v1/drops/REDACTED'],
  ])('of %s is %s', (path, redacted) => {
    expect(withoutSecrets(path)).toBe(redacted);
  });
});
