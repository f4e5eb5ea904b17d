import { claimsOf, type DropDefinition, FINE_PERIODS_MS } from '@droptrack/catalogue';
import type { StatedFact } from '@droptrack/claims';

/** Result of a comparison: a value that the file or the list does not state, or that has another unit, is not compared. */
export type Comparison = 'equal' | 'differs' | 'not_compared';

/** A fact of a distributor beside what is known of its drop. */
export interface ComparedFact {
  readonly name: StatedFact['fact'] | 'contract' | 'from_block' | 'code_hash';
  /** As the chain states it; null if the contract does not. */
  readonly onChain: string | null;
  /** As the catalogue or the list states it; null if none does. */
  readonly known: string | null;
  readonly result: Comparison;
}

/** Facts of a drop beside its distributor. */
interface Known {
  readonly definition: Pick<DropDefinition, 'token' | 'events' | 'claim' | 'listClaims'>;
  /** CAIP-2 of the distributor: `eip155:1`. */
  readonly chain: string;
  /** Root of the list in force, else the published one; null if neither is known. */
  readonly root: string | null;
}

/** Compares a fact with the token of the drop, the root of its list and its claim window. */
export function compareFact({ fact, value, unit }: StatedFact, known: Known): ComparedFact {
  const stated = knownOf(fact, known);
  const onChain = value === null ? null : shown(value, unit);
  const compared = (result: Comparison): ComparedFact => ({ name: fact, onChain, known: stated?.text ?? null, result });
  // A contract without a function of its style is of another one.
  if (value === null) return compared('differs');
  if (stated === null || unit === 'l1_blocks') return compared('not_compared');
  return compared(stated.fits(value) ? 'equal' : 'differs');
}

interface KnownValue {
  readonly text: string;
  fits(value: string | number): boolean;
}

function knownOf(fact: StatedFact['fact'], { definition, chain, root }: Known): KnownValue | null {
  if (fact === 'root') return root === null ? null : textOf(root);
  if (fact === 'token') {
    const [, asset] = new RegExp(`^${chain}/erc20:(.+)$`).exec(definition.token.address?.value ?? '') ?? [];
    return asset === undefined ? null : textOf(asset);
  }
  const windows = definition.events.filter(({ type, status }) => type === 'claim' && status !== 'cancelled');
  // Of several windows or distributors, the file does not say which window is that of which contract.
  const [window, ...others] = windows;
  if (window === undefined || others.length > 0 || claimsOf(definition).size > 1) return null;
  return boundOf(fact, window);
}

const textOf = (text: string): KnownValue => ({
  text,
  fits: (value) => String(value).toLowerCase() === text.toLowerCase(),
});

type Window = DropDefinition['events'][number];

/** A start fits within the period to which it is known, an end less than such a period from it. */
function boundOf(fact: 'starts_at' | 'ends_at', { startsAt, endsAt, precision }: Window): KnownValue | null {
  const instant = fact === 'starts_at' ? startsAt : endsAt;
  const periodMs = FINE_PERIODS_MS[precision];
  if (instant === null || periodMs === undefined) return null;
  const sinceMs = (value: string | number): number => Number(value) - Date.parse(instant);
  const fits = (value: string | number): boolean =>
    fact === 'starts_at' ? sinceMs(value) >= 0 && sinceMs(value) < periodMs : Math.abs(sinceMs(value)) < periodMs;
  return { text: instant, fits };
}

function shown(value: string | number, unit: StatedFact['unit']): string {
  if (unit === 'l1_blocks') return `block ${value} of layer 1`;
  return unit === 'milliseconds' ? (value === 0 ? 'none' : new Date(value).toISOString()) : String(value);
}
