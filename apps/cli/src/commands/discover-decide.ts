import type { CandidateView } from '@droptrack/discovery';
import { CandidateRepository, type Decision, readKnownTokens } from '@droptrack/persistence';
import { assessCandidate } from '../discover/assess-candidate';
import { EXIT } from '../output/cli-error';
import { count } from '../output/format';
import {
  type DiscoverDeps,
  nameOf,
  operatorName,
  presentCandidate,
  reasonText,
  rethrowCandidateError,
} from './discover-terms';

interface DecisionArguments {
  readonly candidateId: number;
  readonly reason: string;
  /** Name of the operator. */
  readonly by: string;
}

/** Rejects a candidate: it is not a drop, or not one for this service. */
export function rejectCandidate(args: DecisionArguments, deps: DiscoverDeps): Promise<number> {
  return decide(args, deps, (candidates, decision) => candidates.reject(decision), {
    describe: (name, id) => `${name} is rejected. To take it back: droptrack discover watch ${id}`,
  });
}

/** Marks a candidate that may become a drop later. */
export function watchCandidate(args: DecisionArguments, deps: DiscoverDeps): Promise<number> {
  return decide(args, deps, (candidates, decision) => candidates.watch(decision), {
    describe: (name) =>
      `${name} is watched. New sightings join it; droptrack discover list shows it after the new ones.`,
  });
}

/** Moves the sightings of a candidate to another one. */
export function mergeCandidates(
  args: DecisionArguments & { readonly intoId: number },
  deps: DiscoverDeps,
): Promise<number> {
  const { candidateId, intoId } = args;
  return decide(args, deps, (candidates, decision) => candidates.merge({ ...decision, intoId }), {
    describe: (name, _, sightings) =>
      `Candidate ${candidateId} is merged. ${name} has ${count(sightings, 'sighting')} now.`,
  });
}

/** Records a decision, and shows the candidate after it. */
async function decide(
  args: DecisionArguments,
  { withDatabase, output, now }: DiscoverDeps,
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
