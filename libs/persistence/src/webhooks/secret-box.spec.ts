import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecretBox } from './secret-box';

const KEYS = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')] as const;
const directory = mkdtempSync(join(tmpdir(), 'droptrack-key-'));
const file = join(directory, 'key');
afterAll(() => rmSync(directory, { recursive: true }));

const read = ({ keys = '', file = '' }: { keys?: string; file?: string }) => {
  const faults: string[] = [];
  return { box: readSecretBox({ keys, file }, faults), faults };
};

describe('readSecretBox', () => {
  it.each([{}, { keys: ' , ' }])('returns none without keys, which is no error: %j', (variables) => {
    expect(read(variables)).toEqual({ box: null, faults: [] });
  });

  it('accepts keys as text or from a file; the first seals, and all open', () => {
    writeFileSync(file, `${KEYS.join('\n')}\n`);
    const secret = Buffer.from('secret of an endpoint');
    const former = read({ keys: KEYS[0] }).box!;
    const sealed = former.seal(secret, 'wh_1');
    for (const variables of [{ keys: `${KEYS[1]}, ${KEYS[0]}` }, { file }]) {
      const { box, faults } = read(variables);
      expect([Buffer.from(box!.open(sealed, 'wh_1')), faults]).toEqual([secret, []]);
    }
    expect(read({ file }).box!.keyId).toBe(former.keyId);
    expect(read({ keys: `${KEYS[1]}, ${KEYS[0]}` }).box!.keyId).not.toBe(former.keyId);
  });

  it.each([
    [{ keys: 'hidden' }, /^WEBHOOK_SECRET_KEY must be base64 of 32 bytes.*Key 1 of 1/],
    [{ keys: `${KEYS[0]},hidden` }, /^WEBHOOK_SECRET_KEY must be.*Key 2 of 2/],
    [{ file: '/nowhere/hidden' }, /^WEBHOOK_SECRET_KEY_FILE must name a file.*cannot be read/],
    [{ file: '/dev/null' }, /^WEBHOOK_SECRET_KEY_FILE must name a file.*no key/],
    [{ keys: KEYS[0], file }, /must not be given together/],
  ])('finds fault with keys that are none, and does not repeat them', (variables, fault) => {
    const { box, faults } = read(variables);
    expect([box, faults]).toEqual([null, [expect.stringMatching(fault)]]);
    expect(faults.join()).not.toMatch(/hidden/);
  });
});
