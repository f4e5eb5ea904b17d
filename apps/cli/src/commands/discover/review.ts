import { type CandidateState, type CandidateView, type FinderId, isOpen } from '@droptrack/discovery';
import { CandidateRepository, type Decision, readKnownTokens } from '@droptrack/persistence';
import {
  type AssessedCandidate,
  assessCandidate,
  byNeedOfReview,
  describeWhen,
  flagsOf,
} from './candidates/assess-candidate';
import { EXIT } from '../../output/cli-error';
import { count, formatTable } from '../../output/format';
import {
  CANDIDATES_MAX,
  type DiscoverSession,
  nameOf,
  operatorName,
  presentCandidate,
  readCandidates,
  reasonText,
  rethrowCandidateError,
} from './terms';

export interface ListCandidates {
  /** At least one. */
  readonly state: readonly CandidateState[];
  /** Candidates with a sighting of this source; null for all. */
  readonly source: FinderId | null;
  readonly limit: number;
}

const HEADER = ['ID', 'STATE', 'KIND', 'NAME', 'CHAIN', 'WHEN', 'LIST', 'FLAGS'];

/** Lists candidates, those that need a review first. */
export async function listCandidates(args: ListCandidates, session: DiscoverSession): Promise<number> {
  const nowMs = session.now().getTime();
  const { shown, total, isPartial } = await session.withDatabase(async (db) => {
    const known = await readKnownTokens(db);
    const candidates = await readCandidates(db, args.state);
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
  session.output.result(document, shown.length === 0 ? '' : tableOf(shown, nowMs), remarks.join('\n'));
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

interface Decide {
  readonly candidateId: number;
  readonly reason: string;
  /** Name of the operator; null for the user of the system. */
  readonly by: string | null;
}

/** Rejects a candidate: it is not a drop, or not one for this service. */
export function rejectCandidate(args: Decide, session: DiscoverSession): Promise<number> {
  return decide(args, session, (candidates, decision) => candidates.reject(decision), {
    describe: (name, id) => `${name} is rejected. To take it back: droptrack discover watch ${id}`,
  });
}

/** Marks a candidate that may become a drop later. */
export function watchCandidate(args: Decide, session: DiscoverSession): Promise<number> {
  return decide(args, session, (candidates, decision) => candidates.watch(decision), {
    describe: (name) =>
      `${name} is watched. New sightings join it; droptrack discover list shows it after the new ones.`,
  });
}

/** Moves the sightings of a candidate to another one. */
export function mergeCandidates(args: Decide & { readonly intoId: number }, session: DiscoverSession): Promise<number> {
  const { candidateId, intoId } = args;
  return decide(args, session, (candidates, decision) => candidates.merge({ ...decision, intoId }), {
    describe: (name, _, sightings) =>
      `Candidate ${candidateId} is merged. ${name} has ${count(sightings, 'sighting')} now.`,
  });
}

/** Records a decision, and shows the candidate after it. */
async function decide(
  args: Decide,
  { withDatabase, output, now }: DiscoverSession,
  record: (candidates: CandidateRepository, decision: Decision) => Promise<CandidateView>,
  { describe }: { readonly describe: (name: string, id: number, sightings: number) => string },
): Promise<number> {
  const [reason, by] = [reasonText(args.reason), operatorName(args.by)];
  const candidate = await withDatabase(async (db) => {
    const decision = { candidateId: args.candidateId, reason, by, nowMs: now().getTime() };
    const decided = await record(new CandidateRepository(db), decision);
    return assessCandidate(decided, [], await readKnownTokens(db));
  }).catch(rethrowCandidateError);
  const text = describe(nameOf(candidate), candidate.id, candidate.sightings.length);
  output.result({ candidate: presentCandidate(candidate) }, text);
  return EXIT.done;
}
