import { acceptsJson, negotiateEncoding } from './accept-encoding';

describe('negotiateEncoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
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

describe('acceptsJson', () => {
  it.each([
    [undefined],
    ['*/*'],
    ['application/json'],
    ['application/*'],
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset=UTF-8'],
    ['text/html, application/json;q=0.1'],
  ])('%s takes JSON', (header) => {
    expect(acceptsJson(header)).toBe(true);
  });

  it.each([['text/html'], ['application/xml'], ['application/json;q=0'], ['image/*']])('%s does not', (header) => {
    expect(acceptsJson(header)).toBe(false);
  });
});
