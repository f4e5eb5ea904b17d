import type { ListKind, TokenFigures } from '@droptrack/catalogue';
import type { ProofFormat } from '@droptrack/contracts';
import type { Database } from '../database/database';

/** Header of a version of a list. */
export interface StoredList {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Empty for the unnamed list. */
  readonly name: string;
  readonly version: number;
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  readonly decimals: number | null;
  readonly sha256: string;
  readonly url: string | null;
  readonly isActive: boolean;
  readonly createdAt: Date;
  /** Format of its file; null for lists from before it was stored. */
  readonly format: string | null;
  readonly treeFormat: ProofFormat | null;
  /** 0x and 64 hex digits; null without a tree. */
  readonly root: string | null;
  /** A published root confirms `root`; false without a tree, and where it is unknown. */
  readonly isRootPublished: boolean;
  /** It was loaded as a part of the published list. */
  readonly part: boolean;
  /** Its rows are deleted. */
  readonly isPurged: boolean;
  /** Number of rows of its files that had errors and were left out. */
  readonly leftOut: number;
  /** Figures by token; empty for a list of the token of the drop. */
  readonly tokens: readonly TokenFigures[];
}

/** Headers of lists, read outside of transactions (docs/decisions/0025). */
export class ListHeaders {
  constructor(private readonly db: Database) {}

  /**
   * Versions of lists, by drop and kind, the newest first.
   *
   * @param dropId - all versions of this drop; null: the active lists of all drops.
   */
  async read(dropId: string | null): Promise<StoredList[]> {
    const rows = await this.db.client((prisma) =>
      prisma.list.findMany({
        where: dropId === null ? { inForce: true } : { dropId },
        orderBy: [{ dropId: 'asc' }, { kind: 'asc' }, { name: 'asc' }, { version: 'desc' }],
      }),
    );
    return rows.map((row) => ({
      dropId: row.dropId,
      kind: row.kind as ListKind,
      name: row.name,
      version: row.version,
      wallets: row.wallets,
      total: row.total.toFixed(),
      decimals: row.decimals,
      sha256: row.sha256,
      url: row.url,
      isActive: row.inForce,
      createdAt: row.createdAt,
      format: row.format,
      treeFormat: row.treeFormat as ProofFormat | null,
      root: row.root === null ? null : hexOf(row.root),
      isRootPublished: row.rootPublished,
      part: row.part,
      isPurged: row.purgedAt !== null,
      leftOut: row.leftOut ?? 0,
      tokens: (row.tokens ?? []) as unknown as readonly TokenFigures[],
    }));
  }
}

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
