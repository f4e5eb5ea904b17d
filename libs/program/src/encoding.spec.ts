import { negotiateEncoding } from './encoding';

describe('negotiateEncoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['deflate', null],
    ['identity', null],
    ['br;q=0, gzip;q=0', null],
    ['', null],
    [undefined, null],
    ['garbage;;;q', null],
    [`br${' '.repeat(254)}`, 'br'],
    // A long one can take longer to parse than the response to compute.
    [`br${' '.repeat(255)}`, null],
  ])('%p gives %p', (header, wanted) => {
    expect(negotiateEncoding(header)).toBe(wanted);
  });
});
