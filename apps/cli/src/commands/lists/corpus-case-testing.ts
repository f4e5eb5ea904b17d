import type { LoadList } from './load';

/** Drops of the corpus, by the chain of their wallets; their tokens have 18 decimals, and 6 on Solana. */
type CorpusDrop = 'evm' | 'sol';

/** A file of a list, the options it is loaded with, and the result. */
export interface CorpusCase {
  /** Name of the case, and of its file: the ending is for people, as formats are detected by content. */
  readonly file: string;
  /** Content of the file, with made-up wallets. */
  readonly text: string;
  /** File of the shared cases of the same shape, which must have the same result. */
  readonly shared?: string;
  readonly drop?: CorpusDrop;
  /** Options of `lists load`. */
  readonly options?: Partial<LoadList>;
  readonly result: Loaded | Rejected;
}

/** The list is loaded. */
export interface Loaded {
  /** Number of wallets, and the sum in base units. */
  readonly figures: readonly [wallets: number, total: string];
  /** Root of its tree; null or absent without one. */
  readonly root?: string | null;
  /** Sums by token, the largest first; absent for a list that states no tokens. */
  readonly tokens?: readonly string[];
  /** Texts that the notes of the load contain, one note each; absent: there are no notes. */
  readonly notes?: readonly RegExp[];
}

/** The list is rejected, with this error first: `line: message`, with `null` for the whole file. */
export interface Rejected {
  readonly error: RegExp;
}

export const A = '0x52908400098527886E0F7030069857D2E4169EE7';
export const B = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const ROOT = `0x${'11'.repeat(32)}`;
export const UNIT = { unit: 'base' } as const;
export const json = (value: unknown): string => JSON.stringify(value);
/** Error of the first entry. */
export const MISSING = /^1: amount: the amount is missing$/;
