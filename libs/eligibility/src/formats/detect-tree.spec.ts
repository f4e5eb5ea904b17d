import { PORTABLE_HASH } from '../tree/hash';
import { InMemoryTree } from '../tree/in-memory-tree';
import { compareHashes } from '../tree/tree-kind';
import { treeKind } from '../tree/tree-kinds';
import { parseWallet } from '../wallet/parse-wallet';
import { hexOf } from './bytes';
import { USUAL_COLUMNS } from './columns';
import { detectTree } from './detect-tree';
import { A, B } from './testing';

const WALLETS = [A, B, `0x${'11'.repeat(20)}`];
const kind = treeKind('ens');
const leafOf = (wallet: string) =>
  kind.leafHash({ wallet: parseWallet(wallet).bytes, amount: 5n, index: null }, PORTABLE_HASH);
const LEAVES = WALLETS.map(leafOf).sort(compareHashes);
const TREE = new InMemoryTree('ens', Buffer.concat(LEAVES), PORTABLE_HASH);
const proofOf = (wallet: string) =>
  TREE.proof(LEAVES.findIndex((leaf) => compareHashes(leaf, leafOf(wallet)) === 0)).map(hexOf);
const rowOf = (wallet: string, over: object = {}) => ({
  address: wallet,
  amount: '5',
  proof: proofOf(wallet),
  ...over,
});
const ROOT = hexOf(TREE.root);

const detect = (document: unknown, columns = USUAL_COLUMNS) => {
  const text = JSON.stringify(document);
  // The start of a longer file.
  return detectTree(new TextEncoder().encode(text.slice(0, -1)), 'json', columns, PORTABLE_HASH);
};

describe('detectTree', () => {
  it('returns the leaves from which the proofs of two rows lead to one root', () => {
    expect(detect(WALLETS.map((wallet) => rowOf(wallet)))).toEqual({ format: 'ens', columns: USUAL_COLUMNS });
    const indexed = WALLETS.map((wallet, index) => rowOf(wallet, { index }));
    expect(detect(indexed)).toMatchObject({ format: 'ens', columns: { index: 'index' } });
  });

  it('returns it although other rows have a wrong proof: these are reported when the list is read', () => {
    expect(detect([rowOf(A, { amount: '6' }), rowOf(B), rowOf(WALLETS[2]!)])).toMatchObject({ format: 'ens' });
  });

  // One leaf leads to some root, whatever it contains.
  it('requires the declared root for a single leaf, also if its row is repeated', () => {
    expect(detect([rowOf(A), rowOf(A)])).toBe('unknown');
    expect(detect({ root: ROOT, rows: [rowOf(A)] })).toMatchObject({ format: 'ens' });
  });

  it('is unknown for proofs of other leaves, and null without proofs', () => {
    expect(detect(WALLETS.map((wallet) => rowOf(wallet, { amount: '6' })))).toBe('unknown');
    expect(detect(WALLETS.map((address) => ({ address, amount: '5' })))).toBeNull();
    expect(detect([])).toBeNull();
  });
});
