import type { DropDefinition } from '@droptrack/catalogue';
import type { CandidateView } from '@droptrack/discovery';
import {
  acceptCandidate,
  CandidateRepository,
  CandidateStateError,
  type Database,
  recordFound,
  storeCampaignList,
} from '@droptrack/persistence';
import type { SampleDecision, SampleDiscovery, SightingKey } from '@droptrack/sample';

/** Name under which the decisions of the sample are recorded. */
const BY = 'sample';
/**
 * Below the usual limit, because a call also gives candidates to real sightings that wait for one. A sighting of the sample
 * that has to wait itself gets its candidate on a later day.
 */
const NEW_PER_DAY_MAX = 10;
const PAGE_CANDIDATES = 200;

/**
 * Records the made-up sightings and decides about their candidates as operators do. Candidates that are decided, or that an
 * operator of the demo has changed, stay as they are.
 *
 * @param definitions - drops of the sample.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function applySampleDiscovery(
  db: Database,
  { finds, lists }: SampleDiscovery,
  { definitions, nowMs }: { readonly definitions: readonly DropDefinition[]; readonly nowMs: number },
): Promise<void> {
  // Before the sightings, so that no check of a file that does not exist becomes due.
  for (const list of lists) await storeCampaignList(db, { ...list, checkedAt: new Date(nowMs).toISOString() });
  for (const { source, sighting } of finds) {
    await recordFound(db, { source, sightings: [sighting], gone: [], nowMs, newPerDayMax: NEW_PER_DAY_MAX });
  }
  const candidates = await readCandidates(db);
  for (const { source, sighting, decision } of finds) {
    const candidate = candidates.get(sightingKey({ source, externalId: sighting.externalId }));
    if (candidate?.state !== 'new' || decision === null) continue;
    const into = decision.kind === 'merge' ? candidates.get(sightingKey(decision.into))?.id : undefined;
    await decide(db, candidate.id, decision, { definitions, intoId: into ?? null, nowMs }).catch((error: unknown) => {
      // Another worker of the demo, or its operator, has just decided.
      if (!(error instanceof CandidateStateError)) throw error;
    });
  }
}

const sightingKey = ({ source, externalId }: SightingKey): string => `${source} ${externalId}`;

/** All candidates by each of their sightings. */
async function readCandidates(db: Database): Promise<ReadonlyMap<string, CandidateView>> {
  const candidates = new CandidateRepository(db);
  const bySighting = new Map<string, CandidateView>();
  for (let afterId = 0; ;) {
    const page = await candidates.list({ afterId, limit: PAGE_CANDIDATES });
    for (const each of page) {
      for (const { source, sighting } of each.sightings) {
        bySighting.set(sightingKey({ source, externalId: sighting.externalId }), each);
      }
    }
    if (page.length < PAGE_CANDIDATES) return bySighting;
    afterId = page.at(-1)?.id ?? afterId;
  }
}

interface DecideInput {
  readonly definitions: readonly DropDefinition[];
  /** Target of a merge. */
  readonly intoId: number | null;
  readonly nowMs: number;
}

async function decide(
  db: Database,
  candidateId: number,
  decision: SampleDecision,
  { definitions, intoId, nowMs }: DecideInput,
): Promise<void> {
  const candidates = new CandidateRepository(db);
  const declared = { candidateId, reason: decision.reason, by: BY, nowMs };
  switch (decision.kind) {
    case 'watch':
      await candidates.watch(declared);
      return;
    case 'reject':
      await candidates.reject(declared);
      return;
    case 'merge':
      if (intoId !== null) await candidates.merge({ ...declared, intoId });
      return;
    case 'accept': {
      const definition = definitions.find(({ id }) => id === decision.dropId);
      // The drop exists already, as a drop of the sample.
      if (definition !== undefined) await acceptCandidate(db, { ...declared, definition, origin: null });
    }
  }
}
