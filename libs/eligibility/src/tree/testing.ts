import type { ProofFormat } from '@droptrack/contracts';
import * as starknet from '@scure/starknet';
import { type Hash, PORTABLE_HASH } from './hash';
import { NodeChunks, nodeOf } from './node-chunks';
import { proofPath, type TreeShard } from './proof-path';
import { TreeBuilder } from './tree-builder';
import { CHUNK_BITS } from './tree-layout';
import type { TreeShape } from './tree-shape';

/** Hash functions for trees of all formats. */
export const EVERY_HASH: Hash = { ...PORTABLE_HASH, starknet };

/** Tree with its nodes in chunks, as stored for a list. */
export interface BuiltTree {
  readonly root: Uint8Array;
  readonly rows: ReadonlyMap<number, Uint8Array>;
  readonly shards: readonly TreeShard[];
  readonly rootsOfShards: readonly Uint8Array[];
  proof(position: number): Uint8Array[];
}

/** Builds a tree and collects its rows; throws for a duplicate row. */
export function builtTree(
  format: ProofFormat,
  leafHashes: readonly Uint8Array[],
  shardLeaves?: readonly number[],
  shape?: TreeShape,
): BuiltTree {
  const rows = new Map<number, Uint8Array>();
  const chunks = new NodeChunks((chunk, hashes) => {
    if (rows.has(chunk)) throw new Error(`chunk ${chunk} came twice`);
    rows.set(chunk, hashes);
  });
  const builder = new TreeBuilder(format, leafHashes.length, EVERY_HASH, chunks.onNode, {
    ...(shardLeaves !== undefined && { shardLeaves }),
    ...(shape !== undefined && { shape }),
    onChunk: chunks.onChunk,
  });
  for (const leafHash of leafHashes) builder.push(leafHash);
  const root = builder.end();
  const { shards, rootsOfShards } = builder;
  const proof = (position: number): Uint8Array[] =>
    proofPath(format, leafHashes.length, position, shards, shape?.odd).map((number) => {
      const node = nodeOf(number, rows.get(number >> CHUNK_BITS) ?? new Uint8Array(0));
      if (node === undefined) throw new Error(`node ${number} was never emitted`);
      return node;
    });
  return { root, rows, shards, rootsOfShards, proof };
}

export const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
