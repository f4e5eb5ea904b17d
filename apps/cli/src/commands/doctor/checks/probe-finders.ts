import { createFinders, FINDERS, FINDERS_OFF_BY, type FindersConfig } from '@droptrack/finders';
import { type Finder, offTexts } from '@droptrack/sources';
import { runOnce } from '../../discover/candidates/run-once';
import { count } from '../../../output/format';
import { readable } from '../../../output/readable';
import { type Finding, ok } from './finding';
import { PROBE_MS, probeFailure } from './probe-failure';
import type { ProbeDeps } from './probe-sources';

const REQUESTS_MAX = 3;
const HOUR_MS = 3_600_000;

/** Runs each finder briefly, all at the same time, and records nothing. Nodes of EVM chains are probed as sources. */
export async function probeFinders(config: FindersConfig, deps: ProbeDeps): Promise<Finding[]> {
  const { on, off } = createFinders(config);
  const asked = on.filter(({ source }) => source !== 'evm-campaigns');
  return [
    ...(await Promise.all(asked.map((finder) => probeFinder(finder, deps)))),
    ...[...offTexts(FINDERS, off, FINDERS_OFF_BY)].map(([id, reason]) => ok(`probe finder ${id}`, `off: ${reason}`)),
  ];
}

async function probeFinder(finder: Finder, { nowMs, stopping }: ProbeDeps): Promise<Finding> {
  const check = `probe finder ${finder.id}`;
  const limits = { ...finder.limits, timeoutMs: PROBE_MS, requestsPerMinute: 30, requestsMax: REQUESTS_MAX };
  const state = { sinceMs: nowMs() - HOUR_MS, memory: null };
  try {
    const { sightings } = await runOnce({ ...finder, limits }, state, { stopping, now: () => new Date(nowMs()) });
    const [first] = sightings;
    return ok(check, readable(`read ${count(sightings.length, 'sighting')}${first ? `, such as ${first.name}` : ''}`));
  } catch (error) {
    return probeFailure(check, '', error);
  }
}
