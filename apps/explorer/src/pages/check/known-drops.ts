import { type Droptrack, DroptrackError, type Drop, PAGE_LIMIT } from '@droptrack/sdk';

/** Drops that the form suggests. */
export interface KnownDrops {
  /** The first drops of the API; those whose list was published while events are retained come first. Empty if the API fails. */
  readonly drops: readonly Drop[];
  /** Ids of the drops whose list was published while events are retained, newest first. */
  readonly listedIds: readonly string[];
}

/** Maximum number of drops that a wallet is checked against at once. */
export const CHECKS_MAX = 25;

/** Id of the drop with this id or name, ignoring case, among some drops. */
export function findDropId(drops: readonly Drop[], text: string): string | undefined {
  const lower = text.toLowerCase();
  return drops.find(({ id, name }) => id === lower || name.toLowerCase() === lower)?.id;
}

/** Loads the drops for the form. An error leaves the form without suggestions, as the check itself reports it. */
export async function loadKnownDrops(client: Droptrack): Promise<KnownDrops> {
  const [drops, listedIds] = await Promise.all([
    client.drops.list({ limit: PAGE_LIMIT.max }).then(({ data }) => data, noneOf<Drop>),
    client.events
      .list({ type: 'eligibility.list_published', limit: PAGE_LIMIT.max })
      .then(({ data }) => data.flatMap((event) => idOf(event.data.object)), noneOf<string>),
  ]);
  const listed = new Set(listedIds);
  const isListed = ({ id }: Drop): boolean => listed.has(id);
  return {
    drops: [...drops.filter(isListed), ...drops.filter((drop) => !isListed(drop))],
    listedIds: [...listed],
  };
}

function noneOf<T>(error: unknown): T[] {
  if (error instanceof DroptrackError) return [];
  throw error;
}

const idOf = (object: object): string[] => ('drop' in object && typeof object.drop === 'string' ? [object.drop] : []);

/**
 * Drops for a check without a chosen drop: those with a recent list, then those that can have one because their snapshot was
 * taken or their token launched. At most {@link CHECKS_MAX}.
 */
export function checkableIds({ drops, listedIds }: KnownDrops, nowMs: number): string[] {
  const isPast = ({ status, snapshot }: Drop): boolean =>
    status === 'tge' || (snapshot.date !== null && Date.parse(snapshot.date) <= nowMs);
  return [...new Set([...listedIds, ...drops.filter(isPast).map(({ id }) => id)])].slice(0, CHECKS_MAX);
}
