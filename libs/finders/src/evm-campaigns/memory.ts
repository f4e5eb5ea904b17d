import { BLOCKS_AT_FIRST, BLOCKS_MAX, type Json } from '@droptrack/sources';
import { z } from 'zod';

const DAY_MS = 86_400_000;
const BLOCK_MS_AT_FIRST = 2_000;
const UNREADABLE_MAX = Number.MAX_SAFE_INTEGER;

/** Distance of the stored checkpoints, and their number: reorganisations of up to 16 384 blocks are followed. */
const CHECKPOINT_BLOCKS = 1_024;
const CHECKPOINTS_MAX = 17;
/** About 150 kB as JSON. */
const KNOWN_MAX = 1_000;

const number = z.int().min(0);
const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const checkpoint = z.object({ number, hash });
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const known = z.union([z.tuple([address, number, hash]), z.tuple([address, number, hash, z.literal('incomplete')])]);

const shape = z.object({
  chainId: number,
  /** Digest of the factories with which the blocks were read. */
  factories: z.string(),
  /** Ends of the read blocks, the latest first. Identifies the chain by hashes. */
  checkpoints: z.array(checkpoint).max(CHECKPOINTS_MAX),
  /** The latest campaigns: contract, block and its hash; incomplete if the next run that finds it reads it again. */
  known: z.array(known).max(KNOWN_MAX),
  /** Roots of declared contracts by address. */
  roots: z.record(z.string(), hash),
  /** Length of a range that the node accepts. */
  blocks: z.int().min(1).max(BLOCKS_MAX),
  /** Length of a range that it rejected; missing in states of earlier versions. */
  rejected: z
    .object({ blocks: z.int().min(1), atMs: number })
    .nullable()
    .default(null),
  /** Estimate of the block time. */
  blockMs: z.number().min(1).max(DAY_MS),
  /** Logs so far that fit no campaign. */
  unreadable: number.max(UNREADABLE_MAX),
});

/** State between runs. */
export type Memory = z.infer<typeof shape>;
export type Checkpoint = z.infer<typeof checkpoint>;
export type Known = z.infer<typeof known>;

/**
 * State of the last run; a new one after a change of the chain, and without blocks and roots after a change of the
 * factories, because added ones have to be read from the beginning.
 */
export function recall(stored: Json | null, chainId: number, factories: string): Memory {
  const parsed = shape.safeParse(stored);
  const memory = parsed.success && parsed.data.chainId === chainId ? parsed.data : null;
  if (memory?.factories === factories) return memory;
  return {
    chainId,
    factories,
    checkpoints: [],
    known: memory?.known ?? [],
    roots: {},
    blocks: memory?.blocks ?? BLOCKS_AT_FIRST,
    rejected: memory?.rejected ?? null,
    blockMs: memory?.blockMs ?? BLOCK_MS_AT_FIRST,
    unreadable: memory?.unreadable ?? 0,
  };
}

/** Checkpoints with a new latest one; earlier ones are kept at distances, so that their number is bounded. */
export function withCheckpoint(checkpoints: readonly Checkpoint[], { number, hash }: Checkpoint): Checkpoint[] {
  const [, ...earlier] = checkpoints;
  const [latest] = checkpoints;
  // The latest one is replaced until it is far enough from the one before.
  const isKept =
    latest !== undefined && (earlier[0] === undefined || latest.number - earlier[0].number >= CHECKPOINT_BLOCKS);
  return [{ number, hash }, ...(isKept ? checkpoints : earlier)].slice(0, CHECKPOINTS_MAX);
}

/** The latest 1 000 campaigns; a reorganisation that removes earlier ones is not noticed. */
export function latestKnown(known: readonly Known[]): Known[] {
  return [...known].sort((a, b) => a[1] - b[1]).slice(-KNOWN_MAX);
}
