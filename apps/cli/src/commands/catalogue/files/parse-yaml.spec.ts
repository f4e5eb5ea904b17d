import { parseDocument, Parser } from 'yaml';
import type { Path } from './fault';
import { inspectTree } from './node-tree';
import { deepestNesting, locate, parseYaml } from './parse-yaml';

describe('parseYaml', () => {
  const messages = (text: string) =>
    parseYaml(text).faults.map(({ line, column, message }) => `${line}:${column} ${message}`);

  it('parses text, numbers and lists, and leaves days as text', () => {
    const { parsed, faults } = parseYaml('id: linea\nat: 2026-07-10\nfdv: [5e8, 4_0]\nflag: yes\nnone: ~\n');
    expect(faults).toEqual([]);
    expect(parsed?.data).toEqual({ id: 'linea', at: '2026-07-10', fdv: [5e8, '4_0'], flag: 'yes', none: null });
  });

  it('returns the positions of keys and values, also through aliases', () => {
    const { parsed } = parseYaml('a: &docs\n  url: x\nb:\n  - *docs\n');
    expect(parsed?.position({ path: ['a', 'url'], on: 'key' })).toEqual({ line: 2, column: 3 });
    expect(parsed?.position({ path: ['a', 'url'], on: 'value' })).toEqual({ line: 2, column: 8 });
    expect(parsed?.position({ path: ['b', 0, 'url'], on: 'value' })).toEqual({ line: 2, column: 8 });
    expect(parsed?.position({ path: ['b', 0], on: 'value' })).toEqual({ line: 4, column: 5 });
    expect(parsed?.position({ path: ['b', 7, 'none'], on: 'value' })).toEqual({ line: 4, column: 3 });
  });

  it.each([
    ['', '1:1 the file is empty'],
    ['# only a remark\n', '1:1 the file is empty'],
    ['---\n', '1:1 the file is empty'],
    ['id: a\n---\nid: b\n', '2:1 a file must contain one drop: a second document begins here'],
    ['a:\n\tb: 1\n', '2:1 indent with spaces, not with tabs'],
    ['a: 1\nb: 2\na: 3\n', '3:1 key "a" is repeated'],
    ['a: *docs\n', '1:4 there is no anchor "docs" above this alias'],
    ['a: &a [*a]\n', '1:8 is inside its own anchor'],
    ['? [a]\n: b\n', '1:3 a key must be plain text'],
  ])('rejects %j', (text, fault) => {
    expect(messages(text)).toContain(fault);
  });

  it.each([
    'a: !!js/function "x"\n',
    'a: !secret x\n',
    'a: [1\n',
    'a: "x\n',
    'a: {b: 1\n',
    '}',
    'a: b: c\n',
    '%YAML 9.9\n---\na: 1\n',
  ])('rejects %j with a line', (text) => {
    const { parsed, faults } = parseYaml(text);
    expect(parsed).toBeNull();
    expect(faults[0]).toMatchObject({ line: expect.any(Number), message: expect.stringMatching(/\S/) });
  });

  it('escapes control characters of the file in messages', () => {
    const [fault] = parseYaml(`a: !\u001b[2J${'x'.repeat(1_000)} 1\n`).faults;
    expect(fault?.message).toMatch(/^\P{Cc}{1,200}$/u);
  });

  it('accepts an anchor for many events, up to a limit', () => {
    const uses = (count: number) => parseYaml(`a: &x 1\nb: [${'*x, '.repeat(count)}]\n`);
    expect(uses(900).faults).toEqual([]);
    expect(uses(1_100).faults).toMatchObject([{ message: 'uses an anchor more than 1000 times' }]);
  });

  it('does not support the dates, merges or types of YAML 1.1', () => {
    const { parsed } = parseYaml('%YAML 1.1\n---\nday: 2026-07-10\nbase: &b { x: 1 }\nuse: { <<: *b }\n');
    expect(parsed?.data).toEqual({ day: '2026-07-10', base: { x: 1 }, use: { '<<': { x: 1 } } });
  });

  it('treats a key named __proto__ as data', () => {
    const { parsed } = parseYaml('__proto__: { polluted: true }\n');
    expect(Object.keys(parsed?.data as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  // Each line repeats the previous one ten times: ten lines of text, ten billion values.
  it('rejects an alias bomb without expanding it', () => {
    const lines = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(10)}]`);
    expect(messages(['a0: &a0 [x]', ...lines].join('\n'))).toEqual([expect.stringContaining('is too big')]);
  });

  it.each([
    ['brackets', () => '['.repeat(100_000)],
    ['closing brackets', () => ']'.repeat(100_000)],
    ['nested maps', () => Array.from({ length: 500 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['colons', () => ': '.repeat(50_000)],
    ['dashes', () => '- '.repeat(50_000)],
    ['quotes', () => '"'.repeat(100_000)],
    ['anchors', () => '&a '.repeat(40_000)],
    ['keys', () => Array.from({ length: 15_000 }, (_, n) => `k${n}: 1`).join('\n')],
    ['equal keys', () => 'k: 1\n'.repeat(25_000)],
  ])('returns quickly for 100 KB of %s', (_, text) => {
    const started = performance.now();
    const { faults } = parseYaml(text());
    expect(performance.now() - started).toBeLessThan(25_000);
    expect(faults.length).toBeGreaterThan(0);
  });
});

describe('locate', () => {
  const TEXT = 'a: &docs\n  url: x\nb:\n  - *docs\n  - ~\nc:\n';
  function found(path: Path, on: 'key' | 'value'): string {
    const root = parseDocument(TEXT).contents!;
    const offset = locate(root, inspectTree(root).targets, { path, on });
    return TEXT.slice(offset).split('\n', 1)[0]!;
  }

  it.each([
    [['a'], 'key', 'a: &docs'],
    [['a', 'url'], 'key', 'url: x'],
    [['a', 'url'], 'value', 'x'],
    [['b', 0], 'value', '*docs'],
    [['b', 0, 'url'], 'value', 'x'],
    [['b', 1], 'value', '~'],
    [['b', 1, 'url'], 'value', '~'],
    [['b', 7], 'value', '- *docs'],
    [['nowhere'], 'key', 'a: &docs'],
  ] as const)('finds the place of %j (%s)', (path, on, line) => {
    expect(found(path, on)).toBe(line);
  });
});

describe('deepestNesting', () => {
  const depthOf = (text: string) => deepestNesting([...new Parser().parse(text)]);

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
