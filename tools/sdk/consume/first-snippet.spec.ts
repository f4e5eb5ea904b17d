import { firstSnippet } from './first-snippet';

// What is compiled and run must be what a newcomer pastes: that block, to the letter, and no other.
describe('the program of a README', () => {
  const readme =
    '# A\n\n```ts\nno;\n```\n\n## Quickstart\n\nText.\n\n```ts\nconst a = 1;\n\nuse(a);\n```\n\n```ts\nlater;\n```\n\n## B\n';

  it('is the first block under its heading', () => {
    expect(firstSnippet(readme, 'Quickstart')).toBe('const a = 1;\n\nuse(a);\n');
  });

  it.each(['B', 'Nothing'])('is missed where there is none: %s', (heading) => {
    expect(() => firstSnippet(`${readme}\nNone.\n`, heading)).toThrow(heading);
  });
});
