import { campaignNodes } from '@droptrack/finders';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { CampaignListView } from '@droptrack/discovery';
import type { AcceptReport } from '@droptrack/persistence';
import { type AssessedCandidate, assessCandidate, flagsOf } from './candidates/assess-candidate';
import { type AcceptTarget, assertDropId, fileExists } from './candidates/accept-target';
import { accept, type AcceptancePlan, planAcceptance } from './candidates/plan-acceptance';
import { loadDiscovery } from '../../config/discovery';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import type { Session } from '../../session/session';
import { assertOrigin } from '../catalogue/apply';
import { type AcceptAll, acceptAuto } from './accept-auto';
import { createCampaignStates } from './candidates/campaign-states';
import { count } from '../../output/format';
import { type DiscoverSession, nameOf, operatorName, readCandidate, reasonText, rethrowCandidateError } from './terms';
import { askYes } from '../../output/ask-yes';

/** Options of `droptrack discover accept`. */
interface Accept extends Omit<AcceptOne, 'candidateId' | 'target'> {
  /** Null with `auto`. */
  readonly candidateId: number | null;
  readonly out: string | null;
  readonly origin: string | null;
  readonly auto: boolean;
  /** Replaces an existing file. */
  readonly force: boolean;
}

/** Acceptance of one candidate. */
export interface AcceptOne extends AcceptAll {
  readonly candidateId: number;
  /** Id of the drop; null to propose one from its name. */
  readonly id: string | null;
  readonly reason: string;
}

type AcceptSession = DiscoverSession & Pick<Session, 'stdin' | 'cwd'>;

/** Origin of the drops that automatic acceptance creates. */
const DISCOVERED = 'discovered';

/** Accepts one candidate, or all that fulfil the rule of automatic acceptance. */
export async function acceptCandidates(args: Accept, session: Session): Promise<number> {
  const { candidateId, auto, id } = args;
  if (auto === (candidateId !== null)) throw usage('Pass either the id of a candidate, or --auto');
  const target = targetOf(args, session.cwd);
  if (candidateId !== null) return acceptOne({ ...args, candidateId, target }, session);
  if (id !== null) throw usage('--id is for one candidate, not for --auto');
  const { stateOf, close } = createCampaignStates(campaignNodes(loadDiscovery(session.env).finders));
  return acceptAuto({ ...args, target }, { ...session, stateOf }).finally(close);
}

/** @throws {CliError} unless there is exactly one target; --auto has a default. */
function targetOf({ auto, out, origin, force }: Accept, cwd: string): AcceptTarget {
  if (out !== null && origin !== null) throw usage('--out and --origin exclude each other');
  if (out !== null) return { kind: 'file', directory: resolve(cwd, out), force };
  const named = origin ?? (auto ? DISCOVERED : null);
  if (named === null)
    throw usage(`Pass --out <dir> for a catalogue file, or --origin ${DISCOVERED} to publish at once`);
  assertOrigin(named);
  return { kind: 'database', origin: named };
}

const usage = (message: string): CliError =>
  new CliError(INVALID_ARGUMENT, message, { hint: 'See: droptrack discover accept --help' });

/** Accepts a candidate: it becomes a catalogue file, or a drop of the database. */
export async function acceptOne(args: AcceptOne, session: AcceptSession): Promise<number> {
  const { candidateId, target, dryRun, id } = args;
  const nowMs = session.now().getTime();
  const [reason, by] = [reasonText(args.reason), operatorName(args.by)];
  if (id !== null) assertDropId(id);
  return session
    .withDatabase(async (db) => {
      const found = await readCandidate(db, candidateId);
      const plan = await planAcceptance(db, found, { target, id, nowMs });
      const candidate = assessCandidate(found.candidate, [], found.known);
      if (target.kind === 'file' && !target.force && plan.path !== null && existsSync(plan.path)) {
        throw fileExists(plan.path);
      }
      if (dryRun) return showPlan(candidate, plan, args, session);
      if (target.kind === 'database' && !args.yes) await askYes(questionOf(candidate, plan, target.origin), session);
      const report = await accept(db, plan, target, { reason, by, nowMs });
      return showAccepted(candidate, plan, report, { args, session });
    })
    .catch(rethrowCandidateError);
}

function questionOf(candidate: AssessedCandidate, { definition }: AcceptancePlan, origin: string): string {
  const { impersonation } = candidate;
  const warning = impersonation === null ? '' : ` It imitates ${impersonation.dropId}: ${impersonation.reason}.`;
  return `Publish candidate ${candidate.id}, ${candidate.name}, as ${definition.id} (origin ${origin})?${warning}`;
}

function showPlan(candidate: AssessedCandidate, plan: AcceptancePlan, args: AcceptOne, session: AcceptSession): number {
  const { definition, text } = plan;
  const place = placeOf(plan, args, session);
  const flags = flagsOf(candidate);
  session.output.result(
    { dry_run: true, ...presentPlan(candidate, plan, args), text },
    text.trimEnd(),
    `${nameOf(candidate)} would become ${definition.id}${place}${flags.length === 0 ? '' : ` (${flags.join(', ')})`}. Nothing was changed.`,
  );
  return EXIT.done;
}

function showAccepted(
  candidate: AssessedCandidate,
  plan: AcceptancePlan,
  { apply }: AcceptReport,
  { args, session }: { readonly args: AcceptOne; readonly session: AcceptSession },
): number {
  const { definition, path } = plan;
  const written = apply === null ? '' : `; ${count(apply.revisions, 'revision')} written`;
  const next =
    path === null || args.target.kind === 'database'
      ? []
      : [
          `Review the file, then run: droptrack catalogue apply ${shellWord(fromHere(args.target.directory, session.cwd))}`,
        ];
  const lines = [
    `${nameOf(candidate)} is accepted as ${definition.id}${placeOf(plan, args, session)}${written}.`,
    ...next,
    ...describeList(candidate.list, path !== null),
  ];
  session.output.result(
    { dry_run: false, ...presentPlan(candidate, plan, args), revisions: apply?.revisions ?? null },
    lines.join('\n'),
  );
  return EXIT.done;
}

const presentPlan = (candidate: AssessedCandidate, { definition, path }: AcceptancePlan, { target }: AcceptOne) => ({
  candidate: candidate.id,
  drop: definition.id,
  file: path,
  origin: target.kind === 'database' ? target.origin : null,
  list: candidate.list?.state ?? null,
  flags: flagsOf(candidate),
});

const placeOf = ({ path }: AcceptancePlan, { target }: AcceptOne, { cwd }: AcceptSession): string => {
  if (target.kind === 'database') return `, origin ${target.origin}`;
  return path === null ? '' : `: ${fromHere(path, cwd)}`;
};

/** Expectation about the list of an accepted campaign. */
function describeList(list: CampaignListView | null, isAfterApply: boolean): string[] {
  const when = isAfterApply ? 'Then the worker' : 'The worker';
  switch (list?.state) {
    case 'verified':
      return [`${when} loads its verified list within a minute.`];
    case 'pending':
      return [`${when} checks its list, and loads it if it has the root of the contract.`];
    case 'unavailable':
      return [`Its list is not available: ${list.reason ?? 'no reason'}. ${when} tries again.`];
    case 'rejected':
      return [`No list is loaded: ${list.reason ?? 'its root is not that of the contract'}.`];
    default:
      return [];
  }
}

function fromHere(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short === '' ? '.' : short.startsWith('..') ? path : short;
}

/** A path as one word of a shell. */
const shellWord = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
