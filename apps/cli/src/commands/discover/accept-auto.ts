import type { CandidateView } from '@droptrack/discovery';
import { type Database, readKnownTokens } from '@droptrack/persistence';
import { autoAcceptGaps } from './candidates/assess-candidate';
import { accept, planAcceptance } from './candidates/plan-acceptance';
import { readable } from '../../output/readable';
import type { Session } from '../../session/session';
import type { AcceptTarget } from './candidates/accept-target';
import type { CampaignStates } from './candidates/campaign-states';
import { CliError, EXIT } from '../../output/cli-error';
import { count, formatTable } from '../../output/format';
import { type DiscoverSession, operatorName, readCandidates, rethrowCandidateError } from './terms';
import { askYes } from '../../output/ask-yes';

/** Acceptance of candidates. */
export interface AcceptAll {
  readonly target: AcceptTarget;
  /** Name of the operator; null for the user of the system. */
  readonly by: string | null;
  /** Shows the definition, or the missing conditions, without changing anything. */
  readonly dryRun: boolean;
  /** Skips the confirmation. */
  readonly yes: boolean;
}

type AcceptAllSession = DiscoverSession & Pick<Session, 'stdin'> & Pick<CampaignStates, 'stateOf'>;

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
export async function acceptAuto(args: AcceptAll, session: AcceptAllSession): Promise<number> {
  const by = operatorName(args.by);
  return session.withDatabase(async (db) => {
    const checked = await checkAll(db, session);
    const ready = checked.filter(({ gaps }) => gaps.length === 0);
    const others = checked.filter(({ gaps }) => gaps.length > 0);
    if (args.dryRun) return showChecks(ready, others, session);
    if (ready.length > 0 && !args.yes) await askYes(questionOf(ready), session);
    const ends = [];
    for (const { candidate } of ready) ends.push(await acceptReady(db, candidate, { args, by, session }));
    return showEnds(ends, others.length, session);
  });
}

async function checkAll(db: Database, { stateOf, output, now }: AcceptAllSession): Promise<Checked[]> {
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
  { args, by, session }: { readonly args: AcceptAll; readonly by: string; readonly session: AcceptAllSession },
): Promise<Accepted | { readonly candidateId: number; readonly name: string; readonly failure: string }> {
  const nowMs = session.now().getTime();
  const { id: candidateId } = candidate;
  const name = readable(candidate.name);
  try {
    const known = await readKnownTokens(db);
    const [gap] = await autoAcceptGaps(candidate, { known, nowMs, stateOf: session.stateOf });
    if (gap !== undefined) return { candidateId, name, failure: gap };
    const plan = await planAcceptance(db, { candidate, known }, { target: args.target, id: null, nowMs });
    await accept(db, plan, args.target, { reason: REASON, by, nowMs }).catch(rethrowCandidateError);
    return { candidateId, name, dropId: plan.definition.id };
  } catch (error) {
    if (error instanceof CliError) return { candidateId, name, failure: error.message };
    throw error;
  }
}

function showChecks(ready: readonly Checked[], others: readonly Checked[], { output }: AcceptAllSession): number {
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
  { output }: AcceptAllSession,
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
