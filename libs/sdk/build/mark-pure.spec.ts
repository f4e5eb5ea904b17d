import { ActiveModuleError, markPure } from './mark-pure';

/** Value of `it` after the module has run. */
const valueOf = (code: string): unknown => new Function(`${markPure(code)}; return it;`)();

describe('markPure', () => {
  it.each([
    'const list = [1, 2]; var it = list.map((n) => n * 2);',
    'const base = { a: 1 }; var it = { ...base, b: `${base.a}` };',
    'var it = 2n ** 8n - 1n;',
    'var it = new Map([[1, { a: 1 }]]);',
  ])('keeps the value and marks it as pure: %s', (code) => {
    expect(valueOf(code)).toEqual(new Function(`${code}; return it;`)());
    expect(markPure(code)).toMatch(/it = \/\* @__PURE__ \*\/ \(\(\) => /);
  });

  // As the tables of hashes.
  it('creates the tables of a loop in their declarations', () => {
    const code = 'var a = []; var b = []; for (let n = 0; n < 3; n++) { a.push(n); b.push(-n); } var it = [a, b, a];';
    expect(valueOf(code)).toEqual([
      [0, 1, 2],
      [-0, -1, -2],
      [0, 1, 2],
    ]);
    expect(markPure(code)).not.toMatch(/^for/m);
    expect(markPure(code)).toMatch(/var a = \/\* @__PURE__ \*\//);
  });

  it('does not change declarations', () => {
    const code =
      'class A extends B { x = f(); } function g() { h(); } var it = () => f(); const text = "a"; export { it };';
    expect(markPure(code)).toBe(code);
  });

  it('removes imports that only run another file', () => {
    expect(markPure('import "./a.mjs"; import { b } from "./b.mjs"; export { b };')).toBe(
      ' import { b } from "./b.mjs"; export { b };',
    );
  });

  it.each(['console.log(1);', 'A.b = 1;', 'if (x) f();', 'for (let n = 0; n < 3; n++) f(n);'])(
    'rejects a module with a top-level side effect: %s',
    (code) => {
      expect(() => markPure(code)).toThrow(ActiveModuleError);
    },
  );
});
