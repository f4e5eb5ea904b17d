import { type CandidateState, type FinderId, isOpen } from '@droptrack/discovery';
import { readKnownTokens } from '@droptrack/persistence';
import {
  type AssessedCandidate,
  assessCandidate,
  byNeedOfReview,
  describeWhen,
  flagsOf,
} from '../discover/assess-candidate';
import { EXIT } from '../output/cli-error';
import { count, formatTable } from '../output/format';
import { CANDIDATES_MAX, type DiscoverDeps, presentCandidate, readCandidates } from './discover-terms';

export interface ListCandidatesArguments {
  /** At least one. */
  readonly states: readonly CandidateState[];
  /** Candidates with a sighting of this source; null for all. */
  readonly source: FinderId | null;
  readonly limit: number;
}

const HEADER = ['ID', 'STATE', 'KIND', 'NAME', 'CHAIN', 'WHEN', 'LIST', 'FLAGS'];

/** Lists candidates, those that need a review first. */
export async function listCandidates(args: ListCandidatesArguments, deps: DiscoverDeps): Promise<number> {
  const nowMs = deps.now().getTime();
  const { shown, total, isPartial } = await deps.withDatabase(async (db) => {
    const known = await readKnownTokens(db);
    const candidates = await readCandidates(db, args.states);
    const wanted = candidates.filter(({ sightings }) => isFrom(sightings, args.source));
    const order = byNeedOfReview(nowMs);
    const first = wanted
      .map((candidate) => ({ candidate, assessed: assessCandidate(candidate, [], known) }))
      .sort((a, b) => order(a.assessed, b.assessed))
      .slice(0, args.limit);
    // Similar candidates are searched for those that are shown, because each is compared with all others.
    const others = candidates.filter(({ state }) => isOpen(state));
    return {
      shown: first.map(({ candidate }) => assessCandidate(candidate, others, known)),
      total: wanted.length,
      isPartial: candidates.length >= CANDIDATES_MAX,
    };
  });
  const document = { data: shown.map(presentCandidate), total };
  const remarks = [describeHidden(total, shown.length), isPartial ? PARTIAL : ''].filter((line) => line !== '');
  deps.output.result(document, shown.length === 0 ? '' : tableOf(shown, nowMs), remarks.join('\n'));
  return EXIT.done;
}

const isFrom = (sightings: readonly { readonly source: FinderId }[], source: FinderId | null): boolean =>
  source === null || sightings.some((sighting) => sighting.source === source);

const PARTIAL = `There are more candidates: the oldest ${CANDIDATES_MAX} were sorted. Reject or merge some of them.`;

function describeHidden(found: number, shown: number): string {
  if (found === 0)
    return 'There is no such candidate. Finders run in the worker; run them now with: droptrack discover run';
  const hidden = found - shown;
  return hidden === 0 ? '' : `${count(hidden, 'more candidate')}; show them with: --limit ${found}`;
}

function tableOf(candidates: readonly AssessedCandidate[], nowMs: number): string {
  const rows = candidates.map((candidate) => [
    String(candidate.id),
    candidate.state,
    candidate.kinds.join(', ') || '-',
    candidate.name,
    candidate.chain ?? '-',
    describeWhen(candidate, nowMs),
    candidate.list?.state ?? '-',
    flagsOf(candidate).join(', ') || '-',
  ]);
  return formatTable(HEADER, rows);
}
