import { Parser } from 'yaml';
import { deepestNesting } from './nesting';

const depthOf = (text: string) => deepestNesting([...new Parser().parse(text)]);

describe('deepestNesting', () => {
  it.each([
    ['', 0],
    ['plain', 1],
    ['a: 1', 2],
    ['a: [1, { b: 2 }]', 4],
    ['a:\n  b:\n    - c: 1', 5],
    ['? [a]\n: b', 3],
  ])('measures the depth of %j as %d', (text, depth) => {
    expect(depthOf(text)).toBe(depth);
  });

  // One stack frame per bracket would overflow the stack.
  it('does not recurse', () => {
    expect(depthOf('['.repeat(100_000))).toBeGreaterThan(99_000);
  });
});
