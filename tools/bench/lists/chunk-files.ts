import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InMemoryTree, treeKind } from '@droptrack/eligibility';
import { bulkHash } from '@droptrack/eligibility/formats';
import type { BenchContext } from '../context';
import { writeLines } from '../data/write-file';
import { baseAmount, walletBytes } from './list-file';

/** A list as chunk files of a published tree, and as one CSV of the same rows. */
export interface ChunkFiles {
  readonly rows: number;
  readonly folder: string;
  readonly csv: string;
  readonly root: string;
}

const FLAGS = { isSOCKS: false, isLP: true, isUser: true } as const;

/**
 * Writes a list of made-up wallets in the shape of the chunks of Uniswap's distributor: files of claims with their proofs,
 * sorted by wallet.
 */
export async function writeChunks({ plan, scratch, progress }: BenchContext): Promise<ChunkFiles> {
  const { files, claims } = plan.lists.chunks;
  const rows = files * claims;
  progress(`Writing ${files} files of ${claims} claims …`);
  const wallets = Array.from({ length: rows }, (_, n) => walletBytes(n)).sort((a, b) => a.compare(b));
  const proofOf = await proofsOf(wallets);
  const folder = join(scratch, 'chunks');
  await mkdir(folder, { recursive: true });
  const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
  for (let first = 0; first < rows; first += claims) {
    const chunk = wallets.slice(first, first + claims).map((wallet, n) => {
      const index = first + n;
      const amount = hexAmount(index);
      return [hexOf(wallet), { index, amount, proof: proofOf.proof(index).map(hexOf), flags: FLAGS }] as const;
    });
    await writeFile(join(folder, `${chunk[0]?.[0]}.json`), JSON.stringify(Object.fromEntries(chunk)));
  }
  const csv = join(scratch, 'chunks.csv');
  const lines = wallets.map((wallet, index) => `${hexOf(wallet)},${baseAmount(index)},${index}\n`);
  await writeLines(csv, ['address,amount,index\n', ...lines]);
  return { rows, folder, csv, root: hexOf(proofOf.root) };
}

const hexAmount = (index: number): string => {
  const digits = BigInt(baseAmount(index)).toString(16);
  return `0x${digits.padStart(digits.length + (digits.length % 2), '0')}`;
};

interface Proofs {
  readonly root: Uint8Array;
  proof(index: number): readonly Uint8Array[];
}

/** Proofs of the claims of wallets, by index. */
async function proofsOf(wallets: readonly Uint8Array[]): Promise<Proofs> {
  const hash = await bulkHash();
  const kind = treeKind('uniswap');
  const leaves = wallets
    .map((wallet, n) => {
      const leaf = kind.leafHash({ wallet, amount: BigInt(baseAmount(n)), index: BigInt(n) }, hash);
      return { n, leaf: Buffer.from(leaf) };
    })
    .sort((a, b) => a.leaf.compare(b.leaf));
  const tree = new InMemoryTree('uniswap', Buffer.concat(leaves.map(({ leaf }) => leaf)), hash);
  const positions = new Map(leaves.map(({ n }, position) => [n, position]));
  return { root: tree.root, proof: (index) => tree.proof(positions.get(index) ?? -1) };
}
