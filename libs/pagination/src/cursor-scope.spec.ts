import { cursorScope } from './index';

describe('cursorScope', () => {
  const scope = cursorScope('drops', { sort: 'hype', status: ['live', 'tge'], q: 'a' });

  it.each([
    ['parts in another order', { q: 'a', status: ['live', 'tge'], sort: 'hype' }],
    ['values in another order', { sort: 'hype', status: ['tge', 'live'], q: 'a' }],
    ['a value twice', { sort: 'hype', status: ['live', 'tge', 'live'], q: 'a' }],
    ['a single value in an array', { sort: ['hype'], status: ['live', 'tge'], q: 'a' }],
    ['absent parts', { sort: 'hype', status: ['live', 'tge'], q: 'a', chain: undefined, order: null }],
  ])('is the same for %s', (_, parts) => {
    expect(cursorScope('drops', parts)).toBe(scope);
  });

  it.each([
    ['another list', cursorScope('calendar', { sort: 'hype', status: ['live', 'tge'], q: 'a' })],
    ['another value', cursorScope('drops', { sort: 'ev', status: ['live', 'tge'], q: 'a' })],
    ['one value fewer', cursorScope('drops', { sort: 'hype', status: 'live', q: 'a' })],
    ['values that only read the same', cursorScope('drops', { sort: 'hype', status: 'live,tge', q: 'a' })],
    ['a value under another name', cursorScope('drops', { sort: 'hype', status: ['live', 'tge'], chain: 'a' })],
    ['no filter', cursorScope('drops', { sort: 'hype' })],
  ])('differs for %s', (_, other) => {
    expect(other).not.toBe(scope);
  });
});
