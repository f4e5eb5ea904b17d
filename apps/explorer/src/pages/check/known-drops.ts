import { type Droptrack, DroptrackError, type Drop, PAGE_LIMIT } from '@droptrack/sdk';

/** Drops that the form suggests. */
export interface KnownDrops {
  /** The first drops of the API; those whose list was published while events are retained come first. Empty if the API fails. */
  readonly drops: readonly Drop[];
}

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
  return { drops: [...drops.filter(isListed), ...drops.filter((drop) => !isListed(drop))] };
}

function noneOf<T>(error: unknown): T[] {
  if (error instanceof DroptrackError) return [];
  throw error;
}

const idOf = (object: object): string[] => ('drop' in object && typeof object.drop === 'string' ? [object.drop] : []);
