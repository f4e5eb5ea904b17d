import { CANDIDATE_STATES, type CandidateState, FINDER_IDS, type FinderId } from '@droptrack/discovery';
import { type Command, Option } from 'commander';
import { registerAccept } from './program-discover-accept';
import { byOption, candidateArgument, discoverDeps, operatorOf } from './program-discover-terms';
import type { Session } from './runtime';
import { integer, withExamples } from './usage';

type End = (code: number) => void;

const LIMIT = { min: 1, max: 1_000, default: 50 } as const;

/** Registers `droptrack discover …`. */
export function registerDiscover(program: Command, session: Session, end: End): void {
  const discover = program
    .command('discover')
    .summary('review the drops that finders see')
    .description(
      'Reviews candidates: drops that finders saw at their sources. Nothing of a candidate is published before it is ' +
        'accepted (docs/discovery.md).',
    );
  withExamples(discover, ['discover'], ['droptrack discover list', 'droptrack discover show 12']);
  registerRun(discover, session, end);
  registerList(discover, session, end);
  registerShow(discover, session, end);
  registerAccept(discover, session, end);
  registerReject(discover, session, end);
  registerWatch(discover, session, end);
  registerMerge(discover, session, end);
}

function registerRun(discover: Command, session: Session, end: End): void {
  const run = discover
    .command('run [finder...]')
    .summary('run finders once, now')
    .description(
      'Runs finders once, one after the other, with the settings of the worker, and records what they see. Without ' +
        'names, all that are on. The worker runs them by itself; a finder that it runs at this moment is skipped.',
    )
    .action(async (names: string[]) => {
      const [{ runFinders }, { createFinders, runOnce }, { loadDiscovery }, { untilInterrupted }] = await Promise.all([
        import('./commands/discover-run'),
        import('./discover/run-once'),
        import('./config/discovery'),
        import('./commands/api-client'),
      ]);
      const { finders: settings, newPerDayMax } = loadDiscovery(session.env);
      const finders = createFinders(settings);
      await untilInterrupted(session.signals, async (stopping) => {
        end(await runFinders({ names, newPerDayMax }, { ...discoverDeps(session), finders, run: runOnce, stopping }));
      });
    });
  withExamples(
    run,
    ['discover', 'run'],
    ['droptrack discover run', 'droptrack discover run polymarket evm-campaigns/linea --json'],
  );
}

interface ListFlags {
  readonly state: readonly CandidateState[];
  readonly source?: FinderId;
  readonly limit: number;
}

function registerList(discover: Command, session: Session, end: End): void {
  const list = discover
    .command('list')
    .summary('show candidates, those that need a review first')
    .description(
      'Shows candidates: new ones before watched ones, then by their next date. Doubtful ones (imitations, spam, gone ' +
        'from their sources) come last. Without options, candidates that wait for a decision.',
    )
    .addOption(
      new Option('--state <state...>', 'candidates in these states')
        .choices(CANDIDATE_STATES)
        .default(['new', 'watched'], 'new watched'),
    )
    .addOption(new Option('--source <finder>', 'candidates that this source has seen').choices(FINDER_IDS))
    .addOption(
      new Option('--limit <n>', `maximum number of candidates, ${LIMIT.min} to ${LIMIT.max}`)
        .argParser(integer(LIMIT.min, LIMIT.max))
        .default(LIMIT.default),
    )
    .action(async ({ state, source, limit }: ListFlags) => {
      const { listCandidates } = await import('./commands/discover-list');
      end(await listCandidates({ states: state, source: source ?? null, limit }, discoverDeps(session)));
    });
  withExamples(
    list,
    ['discover', 'list'],
    [
      'droptrack discover list',
      'droptrack discover list --state rejected merged --limit 100',
      'droptrack discover list --source evm-campaigns --json',
    ],
  );
}

function registerShow(discover: Command, session: Session, end: End): void {
  const show = discover
    .command('show')
    .summary('show a candidate with all its facts')
    .description(
      'Shows a candidate: each fact with its source and day, its sightings, the check of its list, similar candidates ' +
        'and drops, signs of imitation and spam, and the conditions that it lacks for automatic acceptance.',
    )
    .addArgument(candidateArgument())
    .action(async (candidateId: number) => {
      const [{ showCandidate }, { createCampaignStates }, { loadDiscovery }] = await Promise.all([
        import('./commands/discover-show'),
        import('./discover/campaign-states'),
        import('./config/discovery'),
      ]);
      const { stateOf, close } = createCampaignStates(loadDiscovery(session.env).finders.evmCampaigns.rpcUrls);
      end(await showCandidate(candidateId, { ...discoverDeps(session), stateOf }).finally(close));
    });
  withExamples(show, ['discover', 'show'], ['droptrack discover show 12', 'droptrack discover show 12 --json']);
}

function registerReject(discover: Command, session: Session, end: End): void {
  const reject = discover
    .command('reject')
    .summary('reject a candidate')
    .description(
      'Rejects a candidate, which then leaves the review. Its sightings are kept, so it does not return as a new one.',
    )
    .addArgument(candidateArgument())
    .requiredOption('--reason <text>', 'reason, stored with the decision')
    .addOption(byOption())
    .action(async (candidateId: number, { reason, by }: { reason: string; by?: string }) => {
      const { rejectCandidate } = await import('./commands/discover-decide');
      const args = { candidateId, reason, by: await operatorOf(by) };
      end(await rejectCandidate(args, discoverDeps(session)));
    });
  withExamples(
    reject,
    ['discover', 'reject'],
    [
      'droptrack discover reject 12 --reason "imitates Uniswap"',
      'droptrack discover reject 12 --reason "test campaign" --by ana --json',
    ],
  );
}

function registerWatch(discover: Command, session: Session, end: End): void {
  const watch = discover
    .command('watch')
    .summary('keep a candidate that may become a drop later')
    .description('Marks a candidate as watched, or takes back a rejection. New sightings join it.')
    .addArgument(candidateArgument())
    .option('--reason <text>', 'reason, stored with the decision', 'may become a drop')
    .addOption(byOption())
    .action(async (candidateId: number, { reason, by }: { reason: string; by?: string }) => {
      const { watchCandidate } = await import('./commands/discover-decide');
      const args = { candidateId, reason, by: await operatorOf(by) };
      end(await watchCandidate(args, discoverDeps(session)));
    });
  withExamples(
    watch,
    ['discover', 'watch'],
    ['droptrack discover watch 12', 'droptrack discover watch 12 --reason "launch expected in March" --json'],
  );
}

function registerMerge(discover: Command, session: Session, end: End): void {
  const merge = discover
    .command('merge')
    .summary('merge a candidate into another one')
    .description(
      'Moves the sightings of a candidate to another one, because both are the same drop. Campaigns of two contracts ' +
        'are two drops and are never merged.',
    )
    .addArgument(candidateArgument())
    .addArgument(candidateArgument('into', 'id of the candidate that receives the sightings'))
    .option('--reason <text>', 'reason, stored with the decision', 'same drop')
    .addOption(byOption())
    .action(async (candidateId: number, intoId: number, { reason, by }: { reason: string; by?: string }) => {
      const { mergeCandidates } = await import('./commands/discover-decide');
      const args = { candidateId, intoId, reason, by: await operatorOf(by) };
      end(await mergeCandidates(args, discoverDeps(session)));
    });
  withExamples(
    merge,
    ['discover', 'merge'],
    ['droptrack discover merge 12 5', 'droptrack discover merge 12 5 --reason "announced by its blog" --json'],
  );
}
