import { ActiveModuleError, markPure } from './mark-pure';

/** What a module exports as `it`, once it has run. */
const made = (code: string): unknown => new Function(`${markPure(code)}; return it;`)();

describe('markPure', () => {
  it.each([
    'const list = [1, 2]; var it = list.map((n) => n * 2);',
    'const base = { a: 1 }; var it = { ...base, b: `${base.a}` };',
    'var it = 2n ** 8n - 1n;',
    'var it = new Map([[1, { a: 1 }]]);',
  ])('changes no value, and marks it as one that can be left out: %s', (code) => {
    expect(made(code)).toEqual(new Function(`${code}; return it;`)());
    expect(markPure(code)).toMatch(/it = \/\* @__PURE__ \*\/ \(\(\) => /);
  });

  // As hashes make theirs.
  it('makes the tables that a loop fills where they stand', () => {
    const code = 'var a = []; var b = []; for (let n = 0; n < 3; n++) { a.push(n); b.push(-n); } var it = [a, b, a];';
    expect(made(code)).toEqual([
      [0, 1, 2],
      [-0, -1, -2],
      [0, 1, 2],
    ]);
    expect(markPure(code)).not.toMatch(/^for/m);
    expect(markPure(code)).toMatch(/var a = \/\* @__PURE__ \*\//);
  });

  it('leaves alone what only declares', () => {
    const code =
      'class A extends B { x = f(); } function g() { h(); } var it = () => f(); const text = "a"; export { it };';
    expect(markPure(code)).toBe(code);
  });

  it.each(['console.log(1);', 'A.b = 1;', 'if (x) f();', 'for (let n = 0; n < 3; n++) f(n);'])(
    'refuses a module that acts when it is loaded: %s',
    (code) => {
      expect(() => markPure(code)).toThrow(ActiveModuleError);
    },
  );
});
