import type { OfficialDomain } from '@droptrack/contracts';
import type { DropDefinition } from '../definition';
import type { Revision } from '../revision';
import { ancestorsOf } from './hosts';
import { officialDomainsOf } from './official-domains';

/** Official domain in a view. */
export interface ListedDomain extends OfficialDomain {
  /** Ids of the drops that have it, in ascending order. */
  readonly drops: readonly string[];
}

type Linked = Pick<DropDefinition, 'links' | 'officialDomains'>;

/** Official domains of a view. Immutable; the index is made on the first lookup. */
export class DomainTable {
  #index: ReadonlyMap<string, ListedDomain> | null = null;

  /** @param linked - links of the drops that have any, with their domains once these are known. */
  constructor(readonly linked: ReadonlyMap<string, Linked & { domains?: readonly OfficialDomain[] }> = new Map()) {}

  /** All official domains by their names. The same map for each call. */
  get byName(): ReadonlyMap<string, ListedDomain> {
    return (this.#index ??= this.#indexed());
  }

  /** Official domain that a host in ASCII is, or is below; null for any other host. */
  find(host: string): ListedDomain | null {
    for (const name of ancestorsOf(host)) {
      const found = this.byName.get(name);
      if (found !== undefined) return found;
    }
    return null;
  }

  #indexed(): ReadonlyMap<string, ListedDomain> {
    const index = new Map<string, ListedDomain>();
    for (const [id, drop] of [...this.linked].sort(([a], [b]) => (a < b ? -1 : 1))) {
      // Kept with the links, so that a table that is folded from this one derives changed drops only.
      for (const { domain, page } of (drop.domains ??= officialDomainsOf(drop))) {
        const known = index.get(domain);
        index.set(domain, { domain, page: known?.page ?? page, drops: [...(known?.drops ?? []), id] });
      }
    }
    return index;
  }
}

/**
 * Folds revisions of definitions, of which a table contains links and official domains.
 *
 * @param revisions - at most one per drop.
 * @returns the same table if none of them changes.
 */
export function foldDomains(table: DomainTable, revisions: readonly Revision[]): DomainTable {
  const changed = revisions.flatMap(({ id, body }) => {
    const linked = linkedOf(body);
    return textOf(linked) === textOf(table.linked.get(id) ?? null) ? [] : [[id, linked] as const];
  });
  if (changed.length === 0) return table;
  const next = new Map(table.linked);
  for (const [id, linked] of changed) {
    if (linked === null) next.delete(id);
    else next.set(id, linked);
  }
  return new DomainTable(next);
}

/** Links of a definition; null without any, and for a body of another release, which must not hold the view up. */
function linkedOf(body: Revision['body']): Linked | null {
  const { links, officialDomains } = (body as { readonly definition?: Partial<Linked> } | null)?.definition ?? {}; // By its entity.
  if (Object.keys(links ?? {}).length === 0 && !officialDomains) return null;
  return { links: links ?? {}, ...(officialDomains && { officialDomains }) };
}

const textOf = (linked: Linked | null): string => JSON.stringify([linked?.links, linked?.officialDomains]);
