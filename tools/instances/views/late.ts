import type { Findings } from '../findings';
import type { Sighting } from './watch';

/** A change of a drop, as the log has it. */
export interface Change {
  readonly what: string;
  readonly name: string;
  readonly recordedAtMs: number;
}

/** How far behind the plan free is, milliseconds. */
export interface Behind {
  readonly delayMs: number;
  /** It may be this much more. */
  readonly lateMsMax: number;
}

/**
 * Holds what the plan free saw to the delay: nothing before the change is of age by the clock and
 * by what the answer says of its own age, all soon after, and nothing taken back.
 *
 * @param views - what was seen at each instance.
 */
export function judgeLate(
  findings: Findings,
  views: readonly (readonly Sighting[])[],
  change: Change,
  { delayMs, lateMsMax }: Behind,
): void {
  const { what, recordedAtMs } = change;
  const shows = (sighting: Sighting): boolean => isShown(sighting, change);
  const afterMs = views.map((seen) => (seen.find(shows)?.atMs ?? Number.POSITIVE_INFINITY) - recordedAtMs);
  const range: [number, number] = [delayMs, delayMs + lateMsMax];
  findings.noteWithin(`${what}: free sees it first after`, Math.min(...afterMs), range, ' ms');
  findings.noteWithin(`${what}: free sees it on all instances after`, Math.max(...afterMs), range, ' ms');
  const all = views.flat();
  const wrong = all.filter((sighting) => isWrong(sighting, shows(sighting), recordedAtMs));
  const takenBack = views.filter((seen) => seen.slice(seen.findIndex(shows)).some((sighting) => !shows(sighting)));
  findings.note({
    what: `${what}: of ${all.length} answers to free that belie their X-Data-As-Of, or take it back`,
    measured: String(wrong.length + takenBack.length),
    bound: 'none',
    isOk: wrong.length + takenBack.length === 0,
  });
}

/** Whether an answer shows a change. */
export const isShown = (sighting: Sighting, change: Pick<Change, 'name'>): boolean => sighting.name === change.name;

/** An answer shows the change exactly when it says that it is from after it; a problem says nothing. */
function isWrong({ status, asOfMs, updatedAtMs }: Sighting, isThere: boolean, recordedAtMs: number): boolean {
  if (status === 404) return isThere;
  if (status !== 200 || asOfMs === null || updatedAtMs === null) return true;
  return isThere !== asOfMs >= recordedAtMs || updatedAtMs > asOfMs;
}

/** How old the answers to the plan free say they are, when they come. */
export function judgeAge(findings: Findings, sightings: readonly Sighting[], { delayMs, lateMsMax }: Behind): void {
  const ages = sightings.flatMap(({ atMs, asOfMs }) => (asOfMs === null ? [] : [atMs - asOfMs]));
  const range: [number, number] = [delayMs, delayMs + lateMsMax];
  findings.noteWithin('answers to free: youngest by X-Data-As-Of', Math.min(...ages), range, ' ms');
  findings.noteWithin('answers to free: oldest by X-Data-As-Of', Math.max(...ages), range, ' ms');
}
