import { isSampleDropId } from '@droptrack/contracts';
import type { CandidateView } from './candidate';

/** Maximum length of the id of a drop. */
const LENGTH_MAX = 64;
/** Part of the length for a number that makes it unused. */
const NUMBER_LENGTH = 10;

/**
 * Unused id for the drop of a candidate: the slug of its name, else with its chain, else with a number from 2 on. No id of a
 * sample drop.
 *
 * @param used - ids of all drops, archived ones too, and of files that are not applied yet.
 */
export function proposeDropId(
  { id, name, sightings }: Pick<CandidateView, 'id' | 'name' | 'sightings'>,
  used: ReadonlySet<string>,
): string {
  const slug = slugOf(name, LENGTH_MAX - NUMBER_LENGTH) ?? `candidate-${id}`;
  // With a suffix, `sample` would be the id of a sample drop too.
  const base = isSampleDropId(`${slug}-`) ? `drop-${slug}` : slug;
  const chain = sightings.map(({ sighting }) => sighting.facts.chain).find((one) => one !== null);
  const onChain = `${base}-${chain ?? ''}`;
  if (used.has(base) && chain !== undefined && chain !== null && onChain.length <= LENGTH_MAX && !used.has(onChain))
    return onChain;
  for (let number = 1; ; number++) {
    const proposal = number === 1 ? base : `${base}-${number}`;
    if (!used.has(proposal)) return proposal;
  }
}

/** Lower-case letters and digits in groups joined by single hyphens; null if the name has none. */
function slugOf(name: string, lengthMax: number): string | null {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const slug = words.replace(/^-+/, '').slice(0, lengthMax).replace(/-+$/, '');
  return slug === '' ? null : slug;
}
