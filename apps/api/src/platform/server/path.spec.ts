import { pathOf } from './path';

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
