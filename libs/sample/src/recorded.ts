import committers from '../../../prisma/recorded/committers.json';
import lidoEarlyStakers from '../../../prisma/recorded/lido-early-stakers.json';

/** Published list of a real drop, with the tree that its project published. */
export interface RecordedList {
  readonly dropId: string;
  /** Commit of the published file. */
  readonly url: string;
  /** SHA-256 of the published file, hex. */
  readonly sha256: string;
  readonly treeFormat: 'uniswap';
  /** Root to which every proof in the published file leads; 0x and 64 hex digits. */
  readonly root: string;
  readonly entries: readonly RecordedEntry[];
}

export interface RecordedEntry {
  /** EVM address. */
  readonly wallet: string;
  /** Base units. */
  readonly amount: bigint;
  /** Claim index. */
  readonly index: bigint;
}

/** Reading of a real drop in the past. */
export interface RecordedReading {
  readonly dropId: string;
  readonly signal: 'dev_committers';
  /** Midnight UTC; milliseconds since the epoch. */
  readonly observedAtMs: number;
  readonly value: number;
}

const DAY_MS = 86_400_000;

/** Real lists of the demo; prisma/recorded/README.md names their sources. */
export function recordedLists(): RecordedList[] {
  const { merkleRoot: root, claims } = lidoEarlyStakers;
  return [
    {
      dropId: 'lido-early-stakers',
      url: 'https://github.com/lidofinance/airdrop-data/blob/c7aea92d92c5cc0d3d9868df886c11313a8af36d/early_stakers_airdrop.csv',
      sha256: '34c30810714ee727c609e7e0e245c1672b184bfdd84e691acc3d7f0db05b82b3',
      treeFormat: 'uniswap',
      root,
      entries: Object.entries(claims).map(([wallet, { index, amount }]) => ({
        wallet,
        amount: BigInt(amount),
        index: BigInt(index),
      })),
    },
  ];
}

/** Real drops with recorded readings, and the repositories whose committers were counted, `owner/name`. */
export const RECORDED_SERIES: readonly { readonly dropId: string; readonly repository: string }[] = committers.map(
  ({ drop, repository }) => ({ dropId: drop, repository }),
);

/** Recorded readings of a drop, one a day in ascending order; none for other drops. */
export function* recordedReadingsOf(dropId: string): Generator<RecordedReading> {
  for (const { drop, firstDay, values } of committers) {
    if (drop !== dropId) continue;
    const firstMs = Date.parse(`${firstDay}T00:00:00.000Z`);
    for (const [day, value] of values.entries()) {
      yield { dropId, signal: 'dev_committers', observedAtMs: firstMs + day * DAY_MS, value };
    }
  }
}
