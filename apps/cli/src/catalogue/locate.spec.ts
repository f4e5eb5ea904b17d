import { parseDocument } from 'yaml';
import type { Path } from './fault';
import { locate } from './locate';
import { inspectTree } from './node-tree';

const TEXT = 'a: &docs\n  url: x\nb:\n  - *docs\n  - ~\nc:\n';

function found(path: Path, on: 'key' | 'value'): string {
  const root = parseDocument(TEXT).contents!;
  const offset = locate(root, inspectTree(root).targets, { path, on });
  return TEXT.slice(offset).split('\n', 1)[0]!;
}

describe('locate', () => {
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
