import {
  type CatalogueView,
  type DropListQuery,
  foldRevisions,
  listDrops,
  type Revision,
  viewOf,
} from '@droptrack/catalogue';
import { createDrafts } from '../data/drafts';
import { interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/table';
import type { BenchContext } from '../bench-context';

const LIMIT = 25;
const ANY: DropListQuery = { sort: 'ev', order: 'desc', statuses: null, chains: null, q: null, updatedSinceMs: null };

/** What the view in memory costs: pages that nobody asked for before, and taking in what was appended. */
export async function benchFold({ plan, progress }: BenchContext): Promise<Measurement[]> {
  const { drops, revisions: count, pages, folds } = plan.fold;
  progress('Folding …');
  const revisions = createRevisions(drops);
  const subject = new FoldSubject(revisions);
  const rounds = await interleave(plan.rounds + 1, {
    fresh: async () => msEach(pages, () => subject.pageOfNewFilter()),
    again: async () => msEach(pages, () => subject.pageOfKnownFilter()),
    search: async () => msEach(pages, () => subject.searchInVain()),
    fold: async () => msEach(folds, () => subject.fold(count)),
    rebuild: async () => msEach(1, () => subject.rebuild()),
  });
  // The first round is the compiler's.
  const after = (figures: readonly number[]) => figures.slice(1);
  const size = `${formatFigure(drops)} drops`;
  return [
    line(`page of a new filter, ${size}`, after(rounds.fresh)),
    line(`the same page again, ${size}`, after(rounds.again)),
    line(`search that finds nothing, ${size}`, after(rounds.search)),
    {
      ...line(`fold of ${count} revisions into ${size}`, after(rounds.fold)),
      beside: { what: 'building the view anew', rounds: after(rounds.rebuild) },
    },
  ];
}

function createRevisions(drops: number): Revision[] {
  const nowMs = Date.now();
  return createDrafts(drops, nowMs).map(({ entity, id, body }, index) => ({
    seq: index + 1,
    recordedAtMs: nowMs,
    entity,
    id,
    body,
  }));
}

/** A view and what is done to it; each call does something that was not done before. */
class FoldSubject {
  #view: CatalogueView;
  #calls = 0;

  constructor(private readonly revisions: readonly Revision[]) {
    this.#view = viewOf(revisions, revisions.length);
  }

  /** A tenth of the drops or two, and a chain that does not exist, another each time. */
  pageOfNewFilter(): void {
    this.#calls += 1;
    listDrops(this.#view, { ...ANY, chains: new Set(['base', 'linea', `none-${this.#calls}`]) }, null, LIMIT);
  }

  pageOfKnownFilter(): void {
    listDrops(this.#view, { ...ANY, chains: new Set(['base', 'linea']) }, null, LIMIT);
  }

  searchInVain(): void {
    listDrops(this.#view, { ...ANY, q: 'no such name' }, null, LIMIT);
  }

  /** Revisions spread over all drops; as new objects, since what is made of one is kept with it. */
  fold(count: number): void {
    const step = Math.floor(this.revisions.length / count);
    const next = this.revisions
      .filter((_, index) => index % step === 0)
      .slice(0, count)
      .map((revision, index) => ({ ...revision, seq: this.#view.seq + 1 + index }));
    this.#view = foldRevisions(this.#view, next);
  }

  rebuild(): void {
    viewOf(
      this.revisions.map((revision) => ({ ...revision })),
      this.revisions.length,
    );
  }
}

/** Milliseconds that each of `times` calls took. */
function msEach(times: number, work: () => void): number {
  const began = performance.now();
  for (let time = 0; time < times; time += 1) work();
  return (performance.now() - began) / times;
}

function line(what: string, rounds: readonly number[]): Measurement {
  return { bench: 'fold', what, unit: 'ms', rounds };
}
