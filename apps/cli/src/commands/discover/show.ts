import { campaignNodes } from '@droptrack/finders';
import { type CampaignListView, isOpen, type StoredSighting } from '@droptrack/discovery';
import { CandidateRepository } from '@droptrack/persistence';
import { type AssessedCandidate, assessCandidate, autoAcceptGaps, describeWhen } from './candidates/assess-candidate';
import { type CampaignStates, createCampaignStates } from './candidates/campaign-states';
import { listFacts } from './candidates/list-facts';
import { loadDiscovery } from '../../config/discovery';
import { EXIT } from '../../output/cli-error';
import { formatTable } from '../../output/format';
import type { Session } from '../../session/session';
import { type DiscoverSession, presentCandidate, readCandidate } from './terms';

/** Maximum number of candidates that are compared for suggestions. */
const RELATED_MAX = 1_000;

type ShowSession = DiscoverSession & Pick<CampaignStates, 'stateOf'>;

/** Shows a candidate, with the state of its campaign at the configured nodes. */
export async function show({ candidateId }: { readonly candidateId: number }, session: Session): Promise<number> {
  const { stateOf, close } = createCampaignStates(campaignNodes(loadDiscovery(session.env).finders));
  return showCandidate(candidateId, { ...session, stateOf }).finally(close);
}

/** Shows a candidate with all facts, sightings and findings. */
export async function showCandidate(candidateId: number, session: ShowSession): Promise<number> {
  const nowMs = session.now().getTime();
  const { assessed, gaps } = await session.withDatabase(async (db) => {
    const { candidate, known } = await readCandidate(db, candidateId);
    const others = await new CandidateRepository(db).related(candidate, RELATED_MAX);
    return {
      assessed: assessCandidate(candidate, others, known),
      gaps: isOpen(candidate.state)
        ? await autoAcceptGaps(candidate, { known, nowMs, stateOf: session.stateOf })
        : null,
    };
  });
  session.output.result(
    {
      ...presentCandidate(assessed),
      list: presentList(assessed.list),
      sightings: assessed.sightings.map(presentSighting),
      suggestions: assessed.suggestions.map(({ candidateId: candidate, dropId: drop, reason }) => ({
        candidate,
        drop,
        reason,
      })),
      automatic_acceptance: gaps === null ? null : { fulfilled: gaps.length === 0, missing: gaps },
    },
    describe(assessed, gaps, nowMs),
  );
  return EXIT.done;
}

const presentList = (list: CampaignListView | null) =>
  list === null
    ? null
    : {
        contract: list.contract,
        state: list.state,
        reason: list.reason,
        wallets: list.wallets,
        total: list.total,
        balance: list.balance,
        unclaimed: list.unclaimed,
        sha256: list.sha256,
        checked_at: list.checkedAt,
      };

const presentSighting = ({ source, sighting, firstSeenAt, lastSeenAt, goneAt }: StoredSighting) => ({
  source,
  kind: sighting.kind,
  external_id: sighting.externalId,
  name: sighting.name,
  url: sighting.url,
  facts: Object.fromEntries(listFacts(sighting).map(({ fact, value }) => [fact, value])),
  first_seen_at: firstSeenAt,
  last_seen_at: lastSeenAt,
  gone_at: goneAt,
});

function describe(candidate: AssessedCandidate, gaps: readonly string[] | null, nowMs: number): string {
  const { sightings, list, impersonation, spam, suggestions } = candidate;
  const sections: [string, string[]][] = [
    ['Facts', tableLines(sightings.flatMap(factRows))],
    ['Sightings', tableLines(sightings.map(sightingRow))],
    ['List', list === null ? ['no list'] : listLines(list)],
    ['Imitation', impersonation === null ? [] : [`of ${impersonation.dropId}: ${impersonation.reason}`]],
    ['Spam', [`${spam.score.toFixed(2)} of 1`, ...spam.reasons]],
    [
      'Similar',
      suggestions.map(({ candidateId, dropId, reason }) => `${dropId ?? `candidate ${candidateId}`}: ${reason}`),
    ],
    [
      'Automatic acceptance',
      gaps === null ? [] : gaps.length === 0 ? ['every condition is fulfilled'] : gaps.map((gap) => `not: ${gap}`),
    ],
    ['Next', nextLines(candidate)],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  return [headline(candidate, nowMs), ...shown.map(([title, lines]) => section(title, lines))].join('\n\n');
}

function headline(candidate: AssessedCandidate, nowMs: number): string {
  const { id, name, state, kinds, decidedAt, decidedBy, reason, mergedInto, dropId, isGone } = candidate;
  const where = [kinds.join(', '), candidate.chain, describeWhen(candidate, nowMs)].filter(
    (part) => part && part !== '-',
  );
  const into = mergedInto === null ? '' : ` into candidate ${mergedInto}`;
  const as = dropId === null ? '' : ` as ${dropId}`;
  return [
    `Candidate ${id}: ${name} (${where.join('; ')})`,
    `State: ${state}${into}${as}${decidedAt === null ? '' : ` since ${minute(decidedAt)} by ${decidedBy}: ${reason}`}`,
    ...(isGone ? ['Its sources no longer have it.'] : []),
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): string =>
  `${title}\n${lines.map((line) => `  ${line}`).join('\n')}`;

const tableLines = (rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : formatTable(null, rows).split('\n');

/** Each fact with its source and the day on which that stated it last. */
function factRows({ source, sighting, lastSeenAt }: StoredSighting): string[][] {
  return listFacts(sighting).map(({ fact, value }) => [
    fact.replaceAll('_', ' '),
    String(value),
    `${source}, ${lastSeenAt.slice(0, 10)}`,
  ]);
}

function sightingRow({ source, sighting, firstSeenAt, lastSeenAt, goneAt }: StoredSighting): string[] {
  const seen = goneAt === null ? `last ${minute(lastSeenAt)}` : `gone ${minute(goneAt)}`;
  return [
    source,
    sighting.kind,
    sighting.name,
    `first ${minute(firstSeenAt)}`,
    seen,
    sighting.url ?? sighting.externalId,
  ];
}

function listLines(list: CampaignListView): string[] {
  const { state, reason, wallets, total, balance, unclaimed, sha256, checkedAt } = list;
  return [
    `${state}${reason === null ? '' : `: ${reason}`}${checkedAt === null ? '' : ` (checked ${minute(checkedAt)})`}`,
    ...(wallets === null ? [] : [`${wallets} wallets, ${total} base units in total`]),
    ...(balance === null
      ? []
      : [`the contract holds ${balance} base units; not yet claimed are ${unclaimed ?? 'unknown'}`]),
    ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
  ];
}

function nextLines({ id, state, isGone }: AssessedCandidate): string[] {
  const watch = `droptrack discover watch ${id}`;
  if (state === 'rejected') return [watch];
  if (!isOpen(state)) return [];
  const accept = isGone ? [] : [`droptrack discover accept ${id} --out prisma/catalogue`];
  return [...accept, ...(state === 'new' ? [watch] : []), `droptrack discover reject ${id} --reason "…"`];
}

const minute = (at: string): string => `${at.slice(0, 16)}Z`;
