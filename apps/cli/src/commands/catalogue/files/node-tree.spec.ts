import { parseDocument } from 'yaml';
import { inspectTree } from './node-tree';

const inspect = (text: string) => {
  const { findings, usable } = inspectTree(parseDocument(text, { uniqueKeys: false }).contents);
  return { usable, messages: findings.map(({ message }) => message) };
};

describe('inspectTree', () => {
  it('accepts a plain file', () => {
    expect(inspect('a: &x { b: 1 }\nc: [*x, *x]\n')).toEqual({ usable: true, messages: [] });
  });

  it('reports repeated keys, and continues', () => {
    expect(inspect('a: { b: 1, b: 2 }\na: 3\n')).toEqual({
      usable: true,
      messages: ['key "a" is repeated', 'key "b" is repeated'],
    });
  });

  it('resolves an alias to the preceding anchor of a repeated name', () => {
    expect(inspect('a: &x 1\nb: *x\nc: &x 2\nd: *x\n').usable).toBe(true);
  });

  it.each([
    ['b: *x\na: &x 1\n', 'there is no anchor "x" above this alias'],
    ['a: &x { b: *x }\n', 'is inside its own anchor'],
    ['? { a: 1 }\n: 1\n', 'a key must be plain text'],
    ['a: &x 1\n? *x\n: 1\n', 'a key must be plain text'],
  ])('rejects %j', (text, message) => {
    expect(inspect(text)).toEqual({ usable: false, messages: [message] });
  });

  it('counts the values of an anchor for each of its aliases', () => {
    const list = `a: &x [${'1, '.repeat(1_000)}]\n`;
    expect(inspect(`${list}b: [${'*x, '.repeat(15)}]\n`).usable).toBe(true);
    expect(inspect(`${list}b: [${'*x, '.repeat(25)}]\n`)).toEqual({
      usable: false,
      messages: [expect.stringContaining('is too big')],
    });
  });
});
