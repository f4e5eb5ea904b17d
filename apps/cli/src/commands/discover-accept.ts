import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { CampaignListView } from '@droptrack/discovery';
import type { AcceptReport } from '@droptrack/persistence';
import { type AssessedCandidate, assessCandidate, flagsOf } from '../discover/assess-candidate';
import { type AcceptTarget, assertDropId, fileExists } from '../discover/accept-target';
import { accept, type AcceptancePlan, planAcceptance } from '../discover/plan-acceptance';
import { EXIT } from '../output/cli-error';
import { count } from '../output/format';
import {
  type DiscoverDeps,
  nameOf,
  operatorName,
  readCandidate,
  reasonText,
  rethrowCandidateError,
} from './discover-terms';
import { type AskDeps, askYes } from './lists-ask-yes';

export interface AcceptArguments {
  readonly candidateId: number;
  /** Id of the drop; null to propose one from its name. */
  readonly id: string | null;
  readonly target: AcceptTarget;
  readonly reason: string;
  readonly by: string;
  /** Shows the definition without changing anything. */
  readonly dryRun: boolean;
  /** Skips the confirmation. */
  readonly yes: boolean;
  /** Directory that paths in messages are relative to. */
  readonly cwd: string;
}

/** Accepts a candidate: it becomes a catalogue file, or a drop of the database. */
export async function acceptOne(args: AcceptArguments, deps: DiscoverDeps & AskDeps): Promise<number> {
  const { candidateId, target, dryRun, id } = args;
  const nowMs = deps.now().getTime();
  const [reason, by] = [reasonText(args.reason), operatorName(args.by)];
  if (id !== null) assertDropId(id);
  return deps
    .withDatabase(async (db) => {
      const found = await readCandidate(db, candidateId);
      const plan = await planAcceptance(db, found, { target, id, nowMs });
      const candidate = assessCandidate(found.candidate, [], found.known);
      if (target.kind === 'file' && !target.force && plan.path !== null && existsSync(plan.path)) {
        throw fileExists(plan.path);
      }
      if (dryRun) return showPlan(candidate, plan, args, deps);
      if (target.kind === 'database' && !args.yes) await askYes(questionOf(candidate, plan, target.origin), deps);
      const report = await accept(db, plan, target, { reason, by, nowMs });
      return showAccepted(candidate, plan, report, { args, deps });
    })
    .catch(rethrowCandidateError);
}

function questionOf(candidate: AssessedCandidate, { definition }: AcceptancePlan, origin: string): string {
  const { impersonation } = candidate;
  const warning = impersonation === null ? '' : ` It imitates ${impersonation.dropId}: ${impersonation.reason}.`;
  return `Publish candidate ${candidate.id}, ${candidate.name}, as ${definition.id} (origin ${origin})?${warning}`;
}

function showPlan(
  candidate: AssessedCandidate,
  plan: AcceptancePlan,
  args: AcceptArguments,
  deps: DiscoverDeps,
): number {
  const { definition, text } = plan;
  const place = placeOf(plan, args);
  const flags = flagsOf(candidate);
  deps.output.result(
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
  { args, deps }: { readonly args: AcceptArguments; readonly deps: DiscoverDeps },
): number {
  const { definition, path } = plan;
  const written = apply === null ? '' : `; ${count(apply.revisions, 'revision')} written`;
  const next =
    path === null || args.target.kind === 'database'
      ? []
      : [
          `Review the file, then run: droptrack catalogue apply ${shellWord(fromHere(args.target.directory, args.cwd))}`,
        ];
  const lines = [
    `${nameOf(candidate)} is accepted as ${definition.id}${placeOf(plan, args)}${written}.`,
    ...next,
    ...describeList(candidate.list, path !== null),
  ];
  deps.output.result(
    { dry_run: false, ...presentPlan(candidate, plan, args), revisions: apply?.revisions ?? null },
    lines.join('\n'),
  );
  return EXIT.done;
}

const presentPlan = (
  candidate: AssessedCandidate,
  { definition, path }: AcceptancePlan,
  { target }: AcceptArguments,
) => ({
  candidate: candidate.id,
  drop: definition.id,
  file: path,
  origin: target.kind === 'database' ? target.origin : null,
  list: candidate.list?.state ?? null,
  flags: flagsOf(candidate),
});

const placeOf = ({ path }: AcceptancePlan, { target, cwd }: AcceptArguments): string => {
  if (target.kind === 'database') return `, origin ${target.origin}`;
  return path === null ? '' : `: ${fromHere(path, cwd)}`;
};

/** Expectation about the list of an accepted campaign. */
export function describeList(list: CampaignListView | null, isAfterApply: boolean): string[] {
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
