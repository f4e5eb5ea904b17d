import { keccak_256 } from '@noble/hashes/sha3';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { parseContractAmount } from '../../amount/token-amount';
import { PORTABLE_HASH } from '../../tree/hash';
import { InMemoryTree } from '../../tree/in-memory-tree';
import { compareHashes } from '../../tree/tree-kind';
import { treeKind } from '../../tree/tree-kinds';
import { hexOf } from '../bytes';
import { USUAL_COLUMNS } from '../columns';
import type { ListEntry } from '../list-entry';
import type { ListFormat } from '../list-format';
import { MetadataCollector } from '../list-metadata';
import { listReader } from '../list-reader';
import { walletReader } from '../wallet-reader';

const RECIPIENTS = [
  { address: '0x9ad7CAD4F10D0c3f875b8a2fd292590490c9f491', amount: '10000' },
  { address: '0xf976aF93B0A5A9F55A7f285a3B5355B8575Eb5bc', amount: '20000' },
  { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', amount: '340282366920938463463374607431768211455' },
];
const TREE = StandardMerkleTree.of(
  RECIPIENTS.map(({ address, amount }, index) => [String(index), address, amount]),
  ['uint', 'address', 'uint256'],
);

function read(format: ListFormat, file: unknown) {
  return readText(format, JSON.stringify(file));
}

/** Entries and declared facts of a file; the errors of entries are thrown. */
function readText(format: ListFormat, text: string) {
  const entries: ListEntry[] = [];
  const metadata = new MetadataCollector();
  const reader = listReader(format, {
    terms: { wallet: walletReader(keccak_256), families: ['evm'], amount: parseContractAmount },
    columns: USUAL_COLUMNS,
    sink: {
      entry: (entry) => entries.push(entry),
      violation: ({ message }) => {
        throw new Error(message);
      },
    },
    metadata,
  });
  reader.write(new TextEncoder().encode(text));
  reader.end();
  return { entries, metadata: metadata.facts };
}

function rootOf(entries: readonly ListEntry[]): string {
  const { leafHash } = treeKind('openzeppelin');
  const leaves = entries.map(({ wallet, amount, index }) =>
    leafHash({ wallet: wallet.bytes, amount, index }, PORTABLE_HASH),
  );
  return hexOf(new InMemoryTree('openzeppelin', Buffer.concat(leaves.sort(compareHashes)), PORTABLE_HASH).root);
}

// The file as the service of Sablier writes it: members in the order of the alphabet.
const CAMPAIGN = {
  merkle_tree: JSON.stringify(TREE.dump()),
  number_of_recipients: RECIPIENTS.length,
  recipients: RECIPIENTS,
  root: TREE.root,
  total_amount: String(RECIPIENTS.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
};

it('the rows of a campaign have the root of the tree that OpenZeppelin builds of them', () => {
  const { entries, metadata } = read('sablier', CAMPAIGN);
  expect(metadata.root).toBe(TREE.root);
  expect(rootOf(entries)).toBe(TREE.root);
});

it.each(['uint', 'uint256', 'uint128'])(
  'the dump of that tree alone has the same rows, with amounts of the type %s',
  (type) => {
    const { entries, metadata } = read('openzeppelin', { ...TREE.dump(), leafEncoding: ['uint', 'address', type] });
    expect(entries).toEqual(read('sablier', CAMPAIGN).entries);
    expect(metadata.root).toBe(TREE.root);
  },
);

it('states the root, the total and the number of its recipients', () => {
  expect(read('sablier', CAMPAIGN).metadata).toEqual({
    root: TREE.root,
    total: BigInt(CAMPAIGN.total_amount),
    wallets: 3,
    treeFormat: 'openzeppelin',
    shardNybbles: null,
  });
});

it('the claim index of a recipient is its position', () => {
  const { entries } = read('sablier', CAMPAIGN);
  expect(entries.map(({ wallet, amount, index }) => [wallet.address, String(amount), index])).toEqual(
    RECIPIENTS.map(({ address, amount }, index) => [address, amount, BigInt(index)]),
  );
});

// Of 100 000 recipients the dump is a single text of 25 MB, and the reader allows 1 MiB.
it.each(['before', 'after'])('the dump of the tree is skipped, of any length, %s the recipients', (order) => {
  const merkle_tree = JSON.stringify({ tree: ['\\"\\', 'x'.repeat(1_100_000)] });
  const file = order === 'before' ? { merkle_tree, recipients: RECIPIENTS } : { recipients: RECIPIENTS, merkle_tree };
  expect(read('sablier', file).entries).toHaveLength(3);
  expect(() => readText('sablier', JSON.stringify(file).slice(0, -3))).toThrow('cut off');
});
