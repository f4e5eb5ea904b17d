import { accepts } from './accept.guard';

describe('accepts', () => {
  it.each([
    [undefined],
    ['*/*'],
    ['application/json'],
    ['application/*'],
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset=UTF-8'],
    ['text/html, application/json;q=0.1'],
  ])('%s takes JSON', (header) => {
    expect(accepts(header, null)).toBe(true);
  });

  it.each([
    ['text/html'],
    ['application/xml'],
    ['application/json;q=0'],
    ['image/*'],
    ['application/x-ndjson'],
    ['application/json;;;q=0'],
  ])('%s does not', (header) => {
    expect(accepts(header, null)).toBe(false);
  });

  it('takes NDJSON on a streamed route only by its own name', () => {
    expect(accepts('application/x-ndjson', 'application/x-ndjson')).toBe(true);
    expect(accepts('application/json', 'application/x-ndjson')).toBe(false);
  });

  it.each([
    [1024, false],
    [1025, true],
  ])('of %d characters that exclude JSON: %s, because a longer header is ignored', (length, isAccepted) => {
    expect(accepts('text/html'.padEnd(length, ', text/html'), null)).toBe(isAccepted);
  });
});
