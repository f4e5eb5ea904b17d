import { withoutMembers } from './without-members';

describe('withoutMembers', () => {
  it('removes members from all object literals, also the last one and nested ones', () => {
    const code = withoutMembers('export const it = { a: 1, of: [{ a: 2, b: { c: 3 } }], f(a) { return { a }; } };', [
      'a',
    ]);
    expect(code).toContain('export const it = { of: [{ b: { c: 3 } }], f(a) { return {}; } };');
  });

  it('preserves spreads, types and calls', () => {
    const code = 'export const it = { ...base, a: f({ b: 1n }) } as const satisfies Rules;\n';
    expect(withoutMembers(code, ['c'])).toBe(code);
  });
});
