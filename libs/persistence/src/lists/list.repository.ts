import { type ListBody, type ListEntry, listEntityId } from '@droptrack/catalogue';
import type { FiguresOfList } from '@droptrack/eligibility';
import type { Sql } from '../database/database';
import { type ListKey, listKeyOf } from './list-key';
import type { BuiltTree } from './tree';

/** Header of the active list. */
export interface ActiveList extends Pick<
  ListBody,
  'list_id' | 'version' | 'wallets' | 'total' | 'decimals' | 'sha256' | 'url' | 'tree' | 'part'
> {
  /** It states the token of each amount. */
  readonly hasTokens?: boolean;
}

/** Version of a list, as far as switching between versions needs it. */
export interface ListVersion {
  readonly id: number;
  readonly version: number;
  readonly wallets: number;
  readonly total: string;
  readonly decimals: number | null;
  readonly isActive: boolean;
  readonly isPurged: boolean;
}

/** Facts that are stored beside a list but are not in the log. */
interface UnloggedFacts {
  /** Format of its file; null when unknown. */
  readonly format: string | null;
  readonly rows: number;
  /** Leaves of its tree, if it has one. */
  readonly leaves: number;
  readonly tree: BuiltTree | null;
}

/** Advisory lock, per drop: changes of its lists wait for each other, and for nothing else. */
const LIST_LOCK = 7_310_003;

/** Versions of lists, within a transaction that changes them; their headers are read through `ListHeaders`. */
export class ListRepository {
  constructor(private readonly sql: Sql) {}

  /** Waits for other changes of the lists of this drop; holds the lock until the end of the transaction. */
  async lock(dropId: string): Promise<void> {
    await this.sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LIST_LOCK, dropId]);
  }

  /** The active version of a list; null without one. */
  async findActive({ dropId, kind, name }: ListKey): Promise<ActiveList | null> {
    const [list] = await this.sql.query<ActiveList>(
      `SELECT id::float8 AS list_id, version, wallets, total::text AS total, decimals, sha256, url, part,
              tokens IS NOT NULL AS "hasTokens", CASE WHEN root IS NOT NULL
                THEN jsonb_build_object('format', tree_format, 'root', '0x' || encode(root, 'hex'),
                                        'root_published', root_published) END AS tree
       FROM lists WHERE drop_id = $1 AND kind = $2 AND name = $3 AND in_force`,
      [dropId, kind, name],
    );
    return list ?? null;
  }

  /** Figures of the active allocation lists of a drop, except for the named one. */
  readOtherFigures(dropId: string, name: string): Promise<FiguresOfList[]> {
    return this.sql.query<FiguresOfList>(
      `SELECT name, wallets, total::text AS total, part, tokens FROM lists
       WHERE drop_id = $1 AND kind = 'allocation' AND name <> $2 AND in_force ORDER BY name`,
      [dropId, name],
    );
  }

  /** Versions of a list, the newest first. */
  readVersions({ dropId, kind, name }: ListKey): Promise<ListVersion[]> {
    return this.sql.query<ListVersion>(
      `SELECT id::float8 AS id, version, wallets, total::text AS total, decimals, in_force AS "isActive",
              purged_at IS NOT NULL AS "isPurged"
       FROM lists WHERE drop_id = $1 AND kind = $2 AND name = $3 ORDER BY version DESC`,
      [dropId, kind, name],
    );
  }

  /** Number of the next version; numbers are never reused. */
  async nextVersion({ dropId, kind, name }: ListKey): Promise<number> {
    const [{ version } = { version: 1 }] = await this.sql.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) + 1 AS version FROM lists WHERE drop_id = $1 AND kind = $2 AND name = $3',
      [dropId, kind, name],
    );
    return version;
  }

  /** Inserts a list whose rows are stored, and activates it in place of the active one. */
  async insertActive(list: ListBody, { format, rows, leaves, tree }: UnloggedFacts): Promise<void> {
    const { dropId, kind, name } = listKeyOf(list);
    await this.deactivate({ dropId, kind, name });
    await this.sql.query(
      `INSERT INTO lists (id, drop_id, kind, name, version, wallets, total, decimals, sha256, url, in_force,
                          format, rows, tree_format, root, root_published, shards, leaves, tree_shape, part, left_out,
                          tokens)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true, $11, $12, $13, decode($14, 'hex'), $15, $16, $17, $18, $19,
               $20, $21)`,
      [
        list.list_id,
        dropId,
        kind,
        name,
        list.version,
        list.wallets,
        list.total,
        list.decimals,
        list.sha256,
        list.url,
        format,
        rows,
        tree?.format ?? null,
        tree?.root.slice(2) ?? null,
        tree?.isRootPublished ?? false,
        tree === null || tree.shards.length === 0 ? null : JSON.stringify(tree.shards),
        tree === null ? null : leaves,
        tree === null || tree.shape === null ? null : JSON.stringify(tree.shape),
        list.part ?? false,
        list.left_out ?? null,
        list.tokens === undefined ? null : JSON.stringify(list.tokens),
      ],
    );
  }

  /** Activates a former version in place of the active one. */
  async activate(of: ListKey, listId: number): Promise<void> {
    await this.deactivate(of);
    await this.sql.query('UPDATE lists SET in_force = true WHERE id = $1', [listId]);
  }

  /** Deactivates the active list. */
  async deactivate({ dropId, kind, name }: ListKey): Promise<void> {
    await this.sql.query(
      'UPDATE lists SET in_force = false WHERE drop_id = $1 AND kind = $2 AND name = $3 AND in_force',
      [dropId, kind, name],
    );
  }

  /** Changes the header facts of a list. */
  async updateHeader({ list_id, url, decimals, tree, part = false }: ListBody): Promise<void> {
    await this.sql.query('UPDATE lists SET url = $2, decimals = $3, root_published = $4, part = $5 WHERE id = $1', [
      list_id,
      url,
      decimals,
      tree?.root_published ?? false,
      part,
    ]);
  }

  /** Marks inactive versions that still have rows as purged. @returns these versions. */
  markPurged({ dropId, kind, name }: ListKey, nowMs: number): Promise<Pick<ListVersion, 'id' | 'version'>[]> {
    return this.sql.query<Pick<ListVersion, 'id' | 'version'>>(
      `UPDATE lists SET purged_at = coalesce(purged_at, $4)
       WHERE drop_id = $1 AND kind = $2 AND name = $3 AND NOT in_force
         AND (purged_at IS NULL OR EXISTS (SELECT FROM list_rows WHERE list_id = lists.id)
              OR EXISTS (SELECT FROM list_nodes WHERE list_id = lists.id))
       RETURNING id::float8 AS id, version`,
      [dropId, kind, name, new Date(nowMs)],
    );
  }

  /** Latest body of a version in the log, without the instant of its activation; null for one that is not in the log. */
  async findLoggedBody({ dropId, kind, name }: ListKey, version: number): Promise<ListBody | null> {
    const [revision] = await this.sql.query<{ body: ListBody }>(
      `SELECT body FROM revisions
       WHERE entity = 'list' AND id = $1 AND (body ->> 'version')::integer = $2 ORDER BY seq DESC LIMIT 1`,
      [listEntityId(dropId, kind, name), version],
    );
    if (revision === undefined) return null;
    const body: { -readonly [Fact in keyof ListBody]: ListBody[Fact] } = { ...revision.body };
    delete body.published_at;
    return body;
  }

  /**
   * A version of a list with the instant of its latest activation, by the log; null for one that was not active before.
   *
   * @param untilMs - only activations up to this instant, milliseconds since the epoch.
   */
  async findLoggedVersion(
    { dropId, kind, name }: ListKey,
    version: number,
    untilMs: number,
  ): Promise<{ readonly list: ListEntry; readonly recordedAtMs: number } | null> {
    const [revision] = await this.sql.query<{ body: ListBody; recordedAt: Date }>(
      `SELECT body, recorded_at AS "recordedAt" FROM revisions
       WHERE entity = 'list' AND id = $1 AND (body ->> 'version')::integer = $2 AND recorded_at <= $3
       ORDER BY seq DESC LIMIT 1`,
      [listEntityId(dropId, kind, name), version, new Date(untilMs)],
    );
    if (revision === undefined) return null;
    const { published_at: publishedAt, ...body } = revision.body;
    const recordedAtMs = revision.recordedAt.getTime();
    const publishedAtMs = publishedAt === undefined ? recordedAtMs : Date.parse(publishedAt);
    return { list: { ...body, publishedAtMs }, recordedAtMs };
  }

  /** RFC 3339 instant at which the active list was activated, by the log. */
  async readPublishedAt({ dropId, kind, name }: ListKey): Promise<string> {
    const [latest] = await this.sql.query<{ body: ListBody; recordedAt: Date }>(
      `SELECT body, recorded_at AS "recordedAt" FROM revisions
       WHERE entity = 'list' AND id = $1 ORDER BY seq DESC LIMIT 1`,
      [listEntityId(dropId, kind, name)],
    );
    if (latest === undefined) throw new Error(`The log has no revision of the list of ${dropId}`);
    return latest.body.published_at ?? latest.recordedAt.toISOString();
  }
}
