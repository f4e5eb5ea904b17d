import { parseWallet, PORTABLE_HASH, parentHash, treeKind } from '@droptrack/eligibility';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Fixture: a list in the sharded format of ENS and Hop, in a folder. */
export interface MadeUpShards {
  readonly folder: string;
  readonly root: string;
  /** Paths of the shards, in the order of their names. */
  readonly shards: readonly string[];
  /** Path of `root.json`. */
  readonly rootFile: string;
  readonly wallets: readonly string[];
}

type Nodes = readonly Uint8Array[];
const KIND = treeKind('ens');
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const walletOf = (seed: string, place: number): string =>
  parseWallet(hex(PORTABLE_HASH.keccak256(Buffer.from(`${seed}/${place}`)).subarray(0, 20))).address;

/** Levels of a tree as `merkletreejs` builds it, independent of the code under test: sorted leaves, odd nodes promoted. */
function levelsOf(leaves: Nodes): Nodes[] {
  const levels: Nodes[] = [[...leaves].sort(Buffer.compare)];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) {
    level = level.flatMap((node, i) => {
      if (i % 2 === 1) return [];
      const right = level[i + 1];
      return [right === undefined ? node : parentHash(KIND, node, right, PORTABLE_HASH)];
    });
  }
  return levels;
}

const rootOf = (levels: readonly Nodes[]): Uint8Array => levels.at(-1)?.[0] ?? new Uint8Array(32);

function proofOf(levels: readonly Nodes[], node: Uint8Array): string[] {
  let place = levels[0]?.findIndex((one) => Buffer.compare(one, node) === 0) ?? 0;
  return levels.flatMap((level) => {
    const sibling = level[place ^ 1];
    place >>= 1;
    return sibling === undefined ? [] : [hex(sibling)];
  });
}

/**
 * Writes the shards of generated wallets, each with its index as its balance, and `root.json`.
 *
 * @param nybbles - number of hex digits of an address that select its shard.
 */
export function madeUpShards(count: number, nybbles: number, seed = 'shards'): MadeUpShards {
  const folder = mkdtempSync(join(tmpdir(), 'droptrack-shards-'));
  const wallets = Array.from({ length: count }, (_, place) => walletOf(seed, place));
  const byShard = new Map<string, number[]>();
  wallets.forEach((wallet, place) => {
    const name = wallet.slice(2, 2 + nybbles).toLowerCase();
    byShard.set(name, [...(byShard.get(name) ?? []), place]);
  });
  const shards = [...byShard].sort().map(([name, places]) => {
    const leaves = places.map((place) =>
      KIND.leafHash(
        { wallet: parseWallet(wallets[place] ?? '').bytes, amount: BigInt(place), index: null },
        PORTABLE_HASH,
      ),
    );
    return { name, places, root: rootOf(levelsOf(leaves)) };
  });
  const levels = levelsOf(shards.map(({ root }) => root));
  const files = shards.map(({ name, places, root }) => {
    const entries = Object.fromEntries(places.map((place) => [wallets[place] ?? '', { balance: String(place) }]));
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify({ proof: proofOf(levels, root), entries }));
    return path;
  });
  const rootFile = join(folder, 'root.json');
  const root = hex(rootOf(levels));
  const total = String((count * (count - 1)) / 2);
  writeFileSync(rootFile, JSON.stringify({ root, shardNybbles: nybbles, total }));
  return { folder, root, shards: files, rootFile, wallets };
}
