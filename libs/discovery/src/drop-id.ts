import type { CandidateView } from './candidate';

/** Maximum length of the id of a drop. */
const LENGTH_MAX = 64;

/**
 * Unused id for the drop of a candidate: a slug of its name, followed by its chain or a number if that is used.
 *
 * @param used - ids of all drops, archived ones too, and of files that are not applied yet.
 */
export function proposeDropId(
  { id, name }: Pick<CandidateView, 'id' | 'name' | 'sightings'>,
  used: ReadonlySet<string>,
): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const base = slug.slice(0, LENGTH_MAX - 10).replace(/^-+|-+$/g, '') || `candidate-${id}`;
  for (let number = 1; ; number++) {
    const proposal = number === 1 ? base : `${base}-${number}`;
    if (!used.has(proposal)) return proposal;
  }
}
