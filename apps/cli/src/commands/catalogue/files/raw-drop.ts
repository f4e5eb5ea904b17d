import type {
  AllocationKind,
  EventDefinition,
  LegitCap,
  LegitComponent,
  LegitFact,
  TokensPerWallet,
  WalletFamily,
} from '@droptrack/catalogue';
import type { DeclaredClaim, DeclaredClaims } from '@droptrack/claims';
import type {
  CalendarEventType,
  CalendarPrecision,
  DistributionMethod,
  DropChecker,
  DropStatus,
  OfficialDomain,
  SourceKind,
} from '@droptrack/contracts';

/** Source as written: a URL, `memory`, or the long form. */
export type RawSource =
  string | { readonly kind?: Exclude<SourceKind, 'memory'>; readonly url: string; readonly at: string };

/** Members that declare the source of facts. */
export interface Sourced {
  readonly source?: RawSource;
  readonly at?: string;
}

/** Types of a fact's value. */
export type Plain = string | number | boolean | readonly number[];

/** A fact with its own source. */
export type Vouched<T extends Plain> = Sourced & { readonly value: T | null };

/** Fact as written; null and missing both mean unknown. */
export type RawFact<T extends Plain> = T | Vouched<T> | null;

/** Facts by name, with a default source. */
type RawGroup<T extends Record<string, Plain>> = Sourced & { readonly [K in keyof T]?: RawFact<T[K]> };

/** Known amounts per wallet, which share a source; null means unknown. */
export type RawTokensPerWallet = Sourced & { readonly [K in keyof TokensPerWallet]?: string | null };

/** [p10, p90], or one number for a known value. */
export type RawRange = number | readonly number[];

export interface RawEvent extends Sourced {
  readonly id: string;
  readonly type: CalendarEventType;
  readonly title: string;
  readonly phase?: string;
  readonly starts_at: string;
  readonly ends_at?: string | null;
  readonly precision?: CalendarPrecision;
  readonly status?: EventDefinition['status'];
  readonly block?: number | null;
  readonly url?: string;
}

export interface RawEvidence {
  readonly score: number;
  readonly url: string;
  readonly checked_at: string;
  readonly note?: string;
}

/** Finding as written: a word, or with its page, day and statement. */
export type RawCap = LegitCap | LegitFact;

interface RootedClaim extends Partial<DeclaredClaim>, Sourced {
  readonly root?: RawFact<string>;
}

/** Distributors of a drop, and the calls that report claims. */
export interface RawClaim extends RootedClaim, Omit<DeclaredClaims, 'lists'> {
  readonly lists?: Readonly<Record<string, RootedClaim>>;
}

/** Data of a catalogue file that is valid by drop.schema.json, with the names of the file. */
export interface RawDrop extends Sourced {
  readonly id: string;
  readonly name: string;
  readonly chain: string | (Sourced & { readonly value: string });
  readonly token?: RawGroup<{ symbol: string; decimals: number; address: string }>;
  readonly wallets?: readonly WalletFamily[];
  readonly l1_aliases?: boolean;
  readonly status?: RawFact<DropStatus>;
  readonly snapshot?: RawGroup<{ block: number; date: string }>;
  readonly distribution?: RawGroup<{
    tokens: string;
    wallets: number;
    total_supply: string;
    claimed: string;
    method: DistributionMethod;
  }> & { readonly checker?: (Sourced & DropChecker) | null };
  readonly claim?: RawClaim;
  readonly links?: Readonly<Record<string, string>>;
  readonly official_domains?: readonly OfficialDomain[];
  readonly sources?: Readonly<Record<string, unknown>>;
  readonly events?: readonly RawEvent[];
  readonly value?: RawGroup<{
    fdv_usd: RawRange;
    supply_share: RawRange;
    eligible_wallets: RawRange;
    allocation: AllocationKind;
    haircut: number;
    probability: number;
    price_usd: number;
  }> & { readonly tokens_per_wallet?: RawTokensPerWallet | null };
  readonly outcome?: RawGroup<{
    opening_usd: number;
    day_1_usd: number;
    day_7_usd: number;
    day_30_usd: number;
    day_90_usd: number;
    high_usd: number;
    claimed_share: number;
  }>;
  readonly cost?: RawGroup<{
    gas_usd: number;
    fees_usd: number;
    capital_usd: number;
    days: number;
    subscriptions_usd: number;
  }>;
  readonly effort?: RawGroup<{
    minutes: number;
    tasks: number;
    identity: boolean;
    recurring: boolean;
    technical: boolean;
  }>;
  readonly legit?: Readonly<Partial<Record<LegitComponent, RawEvidence>>>;
  readonly caps?: readonly RawCap[];
  readonly notes?: string;
}

/** True for a map, as opposed to a list or a scalar. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
