import { acceptedCoding } from './accepted-coding';

describe('acceptedCoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
    [undefined, null],
    [`br${' '.repeat(254)}`, 'br'],
    // A long one can take longer to parse than the page to render.
    [`br${' '.repeat(255)}`, null],
  ])('%p gives %p', (header, coding) => {
    expect(acceptedCoding(header)).toBe(coding);
  });
});
