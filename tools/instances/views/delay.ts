import type { Findings } from '../findings';
import type { Sighting } from './watch';

/** A change of a drop in the log. */
export interface Change {
  readonly what: string;
  readonly name: string;
  readonly recordedAtMs: number;
}

/** The delay of the plan free, milliseconds. */
export interface Delay {
  readonly delayMs: number;
  /** Tolerance beyond the delay. */
  readonly lateMsMax: number;
}

/**
 * Checks the responses to the plan free: no change before it is old enough, by the clock and by `X-Data-As-Of`; every
 * change soon after; no change taken back.
 *
 * @param views - sightings by instance.
 */
export function judgeDelay(
  findings: Findings,
  views: readonly (readonly Sighting[])[],
  change: Change,
  { delayMs, lateMsMax }: Delay,
): void {
  const { what, recordedAtMs } = change;
  const shows = (sighting: Sighting): boolean => isShown(sighting, change);
  const afterMs = views.map((seen) => (seen.find(shows)?.atMs ?? Number.POSITIVE_INFINITY) - recordedAtMs);
  const range: [number, number] = [delayMs, delayMs + lateMsMax];
  findings.addWithin(`${what}: first visible to free after`, Math.min(...afterMs), range, ' ms');
  findings.addWithin(`${what}: visible to free on all instances after`, Math.max(...afterMs), range, ' ms');
  const all = views.flat();
  const wrong = all.filter((sighting) => isWrong(sighting, shows(sighting), recordedAtMs));
  const takenBack = views.filter((seen) => seen.slice(seen.findIndex(shows)).some((sighting) => !shows(sighting)));
  findings.add({
    what: `${what}: of ${all.length} responses to free that contradict their X-Data-As-Of, or take it back`,
    measured: String(wrong.length + takenBack.length),
    bound: 'none',
    isOk: wrong.length + takenBack.length === 0,
  });
}

/** True where a response shows a change. */
export const isShown = (sighting: Sighting, change: Pick<Change, 'name'>): boolean => sighting.name === change.name;

/** A response must show the change exactly when its instant is after it; a 404 must not. */
function isWrong({ status, asOfMs, updatedAtMs }: Sighting, isThere: boolean, recordedAtMs: number): boolean {
  if (status === 404) return isThere;
  if (status !== 200 || asOfMs === null || updatedAtMs === null) return true;
  return isThere !== asOfMs >= recordedAtMs || updatedAtMs > asOfMs;
}

/** Checks the age of responses to the plan free by their `X-Data-As-Of`. */
export function judgeAge(findings: Findings, sightings: readonly Sighting[], { delayMs, lateMsMax }: Delay): void {
  const ages = sightings.flatMap(({ atMs, asOfMs }) => (asOfMs === null ? [] : [atMs - asOfMs]));
  const range: [number, number] = [delayMs, delayMs + lateMsMax];
  findings.addWithin('responses to free: youngest by X-Data-As-Of', Math.min(...ages), range, ' ms');
  findings.addWithin('responses to free: oldest by X-Data-As-Of', Math.max(...ages), range, ' ms');
}
