import { type CampaignState, type CandidateView } from '@droptrack/discovery';
import { type Database, readKnownTokens } from '@droptrack/persistence';
import { type AcceptTarget } from '../discover/accept-target';
import { autoAcceptGaps } from '../discover/assess-candidate';
import { accept, planAcceptance } from '../discover/plan-acceptance';
import { readable } from '../output/readable';
import { CliError, EXIT } from '../output/cli-error';
import { count, formatTable } from '../output/format';
import { type DiscoverDeps, operatorName, readCandidates, rethrowCandidateError } from './discover-terms';
import { type AskDeps, askYes } from './lists-ask-yes';

export interface AcceptAutoArguments {
  readonly target: AcceptTarget;
  readonly by: string;
  readonly dryRun: boolean;
  /** Skips the confirmation. */
  readonly yes: boolean;
}

interface AcceptAutoDeps extends DiscoverDeps, AskDeps {
  /** State of the campaign of a candidate on its chain; null if unknown. */
  readonly stateOf: (candidate: CandidateView) => Promise<CampaignState | null>;
}

/** Reason that is stored with the decision. */
const REASON = 'fulfils every condition of automatic acceptance';

/** An open candidate with the conditions that it lacks. */
interface Checked {
  readonly candidate: CandidateView;
  readonly gaps: readonly string[];
}

interface Accepted {
  readonly candidateId: number;
  readonly name: string;
  readonly dropId: string;
}

/** Accepts every candidate that fulfils the rule of automatic acceptance; the others wait for a person. */
export async function acceptAuto(args: AcceptAutoArguments, deps: AcceptAutoDeps): Promise<number> {
  const by = operatorName(args.by);
  return deps.withDatabase(async (db) => {
    const checked = await checkAll(db, deps);
    const ready = checked.filter(({ gaps }) => gaps.length === 0);
    const others = checked.filter(({ gaps }) => gaps.length > 0);
    if (args.dryRun) return showChecks(ready, others, deps);
    if (ready.length > 0 && !args.yes) await askYes(questionOf(ready), deps);
    const ends = [];
    for (const { candidate } of ready) ends.push(await acceptReady(db, candidate, { args, by, deps }));
    return showEnds(ends, others.length, deps);
  });
}

async function checkAll(db: Database, { stateOf, output, now }: AcceptAutoDeps): Promise<Checked[]> {
  const facts = { known: await readKnownTokens(db), nowMs: now().getTime(), stateOf };
  const checked: Checked[] = [];
  for (const candidate of await readCandidates(db, ['new', 'watched'])) {
    output.progress(`Checking: candidate ${candidate.id}`);
    checked.push({ candidate, gaps: await autoAcceptGaps(candidate, facts) });
  }
  return checked;
}

const namesOf = (checked: readonly Checked[]): string =>
  checked.map(({ candidate }) => readable(`${candidate.id} ${candidate.name}`)).join(', ');

const questionOf = (ready: readonly Checked[]): string =>
  `Publish ${count(ready.length, 'candidate')} (${namesOf(ready)})?`;

/** Accepts one candidate, checked again: those before it changed the catalogue, and time has passed since the question. */
async function acceptReady(
  db: Database,
  candidate: CandidateView,
  { args, by, deps }: { readonly args: AcceptAutoArguments; readonly by: string; readonly deps: AcceptAutoDeps },
): Promise<Accepted | { readonly candidateId: number; readonly name: string; readonly failure: string }> {
  const nowMs = deps.now().getTime();
  const { id: candidateId } = candidate;
  const name = readable(candidate.name);
  try {
    const known = await readKnownTokens(db);
    const [gap] = await autoAcceptGaps(candidate, { known, nowMs, stateOf: deps.stateOf });
    if (gap !== undefined) return { candidateId, name, failure: gap };
    const plan = await planAcceptance(db, { candidate, known }, { target: args.target, id: null, nowMs });
    await accept(db, plan, args.target, { reason: REASON, by, nowMs }).catch(rethrowCandidateError);
    return { candidateId, name, dropId: plan.definition.id };
  } catch (error) {
    if (error instanceof CliError) return { candidateId, name, failure: error.message };
    throw error;
  }
}

function showChecks(ready: readonly Checked[], others: readonly Checked[], { output }: AcceptAutoDeps): number {
  const rows = [...ready, ...others].map(({ candidate, gaps }) => [
    String(candidate.id),
    readable(candidate.name),
    gaps.length === 0 ? 'would be accepted' : gaps.join('; '),
  ]);
  const present = ({ candidate, gaps }: Checked) => ({
    candidate: candidate.id,
    name: readable(candidate.name),
    missing: gaps,
  });
  output.result(
    { dry_run: true, accepted: ready.map(present), others: others.map(present) },
    rows.length === 0 ? '' : formatTable(['ID', 'NAME', 'AUTOMATIC ACCEPTANCE'], rows),
    `${count(ready.length, 'candidate')} would be accepted. Nothing was changed.`,
  );
  return EXIT.done;
}

function showEnds(
  ends: readonly Awaited<ReturnType<typeof acceptReady>>[],
  waiting: number,
  { output }: AcceptAutoDeps,
): number {
  const accepted = ends.flatMap((end) => ('dropId' in end ? [end] : []));
  const failed = ends.flatMap((end) => ('failure' in end ? [end] : []));
  const lines = [
    ...accepted.map(({ candidateId, name, dropId }) => `Candidate ${candidateId}, ${name}, is accepted as ${dropId}.`),
    ...failed.map(({ candidateId, name, failure }) => `Candidate ${candidateId}, ${name}, is not accepted: ${failure}`),
    `${count(accepted.length, 'candidate')} accepted; ${count(waiting + failed.length, 'candidate')} for a person to review.`,
  ];
  output.result(
    {
      dry_run: false,
      accepted: accepted.map(({ candidateId, name, dropId }) => ({ candidate: candidateId, name, drop: dropId })),
      failed: failed.map(({ candidateId, name, failure }) => ({ candidate: candidateId, name, reason: failure })),
      waiting,
    },
    lines.join('\n'),
  );
  return failed.length === 0 ? EXIT.done : EXIT.failed;
}
