import { SigningKeys } from './signing-keys';

const sealed = (text: string, keyId = 'known') => ({ sealed: Buffer.from(text), keyId });

/** A box that reverses the bytes, and counts. */
function keysOf() {
  const opened: string[] = [];
  const errors: unknown[] = [];
  const open = ({ sealed: bytes, keyId }: ReturnType<typeof sealed>) => {
    opened.push(bytes.toString());
    if (keyId !== 'known') throw new Error('does not open');
    return Uint8Array.from(bytes).reverse();
  };
  return { keys: new SigningKeys({ open }, { failed: (_, error) => void errors.push(error) }), opened, errors };
}

describe('SigningKeys', () => {
  it('opens each secret once, and again after a rotation or for another endpoint', () => {
    const { keys, opened } = keysOf();
    for (let time = 0; time < 3; time++) keys.of('wh_1', [sealed('a')]);
    const both = keys.of('wh_1', [sealed('b'), sealed('a')]).map((key) => Buffer.from(key).toString());
    keys.of('wh_2', [sealed('a')]);
    expect([both, opened]).toEqual([
      ['b', 'a'],
      ['a', 'b', 'a'],
    ]);
  });

  // A worker that has one key of two still delivers what it can sign.
  it('skips a secret that does not open, and reports it each time', () => {
    const { keys, errors } = keysOf();
    expect(keys.of('wh_1', [sealed('a', 'unknown'), sealed('b')])).toHaveLength(1);
    expect(keys.of('wh_1', [sealed('a', 'unknown')])).toEqual([]);
    expect(errors).toHaveLength(2);
  });
});
