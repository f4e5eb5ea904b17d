import { acceptsJson } from './accept';

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
