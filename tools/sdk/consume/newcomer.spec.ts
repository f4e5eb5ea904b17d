import { firstSnippet } from './newcomer';

// The check must compile and run exactly the block that a new user pastes.
describe('firstSnippet', () => {
  const readme =
    '# A\n\n```ts\nno;\n```\n\n## Quickstart\n\nText.\n\n```ts\nconst a = 1;\n\nuse(a);\n```\n\n```ts\nlater;\n```\n\n## B\n';

  it('returns the first block under the heading', () => {
    expect(firstSnippet(readme, 'Quickstart')).toBe('const a = 1;\n\nuse(a);\n');
  });

  it.each(['B', 'Nothing'])('throws for a section without a block: %s', (heading) => {
    expect(() => firstSnippet(`${readme}\nNone.\n`, heading)).toThrow(heading);
  });
});
