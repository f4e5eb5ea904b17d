import { SigningKeys } from './signing-keys';

const sealed = (text: string, keyId = 'known') => ({ sealed: Buffer.from(text), keyId });

/** Opens by turning around, and counts. */
function keysOf() {
  const opened: string[] = [];
  const told: unknown[] = [];
  const open = ({ sealed: bytes, keyId }: ReturnType<typeof sealed>) => {
    opened.push(bytes.toString());
    if (keyId !== 'known') throw new Error('does not open');
    return Uint8Array.from(bytes).reverse();
  };
  return { keys: new SigningKeys({ open }, (error) => void told.push(error)), opened, told };
}

describe('SigningKeys', () => {
  it('opens each secret once, and anew what was rotated or is of another endpoint', () => {
    const { keys, opened } = keysOf();
    for (let time = 0; time < 3; time++) keys.of('wh_1', [sealed('a')]);
    const both = keys.of('wh_1', [sealed('b'), sealed('a')]).map((key) => Buffer.from(key).toString());
    keys.of('wh_2', [sealed('a')]);
    expect([both, opened]).toEqual([
      ['b', 'a'],
      ['a', 'b', 'a'],
    ]);
  });

  // A worker that was given one key of two still delivers what it can.
  it('leaves out what does not open, and says so each time', () => {
    const { keys, told } = keysOf();
    expect(keys.of('wh_1', [sealed('a', 'unknown'), sealed('b')])).toHaveLength(1);
    expect(keys.of('wh_1', [sealed('a', 'unknown')])).toEqual([]);
    expect(told).toHaveLength(2);
  });
});
