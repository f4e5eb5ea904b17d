import {
  type CatalogueView,
  type DropListQuery,
  foldRevisions,
  listDrops,
  type Revision,
  viewOf,
} from '@droptrack/catalogue';
import type { BenchContext } from './context';
import { createDrafts } from './data/drops';
import { interleave } from './interleave';
import { line, type Measurement } from './report/measurement';
import { formatFigure } from './report/report';

const LIMIT = 25;
const ANY: DropListQuery = {
  sort: 'ev',
  order: 'desc',
  statuses: null,
  chains: null,
  sample: null,
  q: null,
  updatedSinceMs: null,
};

/** The view in memory: pages of new and known filters, and folds of revisions. */
export async function benchFold({ plan, progress }: BenchContext): Promise<Measurement[]> {
  const { drops, revisions: count, pages, folds } = plan.fold;
  progress('Folding …');
  const nowMs = Date.now();
  const revisions = createDrafts(drops, nowMs).map(({ entity, id, body }, index): Revision => ({
    seq: index + 1,
    recordedAtMs: nowMs,
    entity,
    id,
    body,
  }));
  const subject = new FoldSubject(revisions);
  const variants = {
    fresh: () => msEach(pages, () => subject.pageOfNewFilter()),
    again: () => msEach(pages, () => subject.pageOfKnownFilter()),
    search: () => msEach(pages, () => subject.searchWithoutResult()),
    fold: () => msEach(folds, () => subject.fold(count)),
    rebuild: () => msEach(1, () => subject.rebuild()),
  };
  // The first round includes compilation.
  await interleave(1, variants);
  const rounds = await interleave(plan.rounds, variants);
  const size = `${formatFigure(drops)} drops`;
  return [
    line(`page of a new filter, ${size}`, 'ms', rounds.fresh),
    line(`the same page again, ${size}`, 'ms', rounds.again),
    line(`search without a result, ${size}`, 'ms', rounds.search),
    {
      ...line(`fold of ${count} revisions into ${size}`, 'ms', rounds.fold),
      beside: { what: 'fold of all revisions', rounds: rounds.rebuild },
    },
  ];
}

/** A view and the operations on it, none of which repeats an earlier one. */
class FoldSubject {
  #view: CatalogueView;
  #calls = 0;

  constructor(private readonly revisions: readonly Revision[]) {
    this.#view = viewOf(revisions, revisions.length);
  }

  /** Two chains, and one that does not exist, another in each call. */
  pageOfNewFilter(): void {
    this.#calls += 1;
    listDrops(this.#view, { ...ANY, chains: new Set(['base', 'linea', `none-${this.#calls}`]) }, null, LIMIT);
  }

  pageOfKnownFilter(): void {
    listDrops(this.#view, { ...ANY, chains: new Set(['base', 'linea']) }, null, LIMIT);
  }

  searchWithoutResult(): void {
    listDrops(this.#view, { ...ANY, q: 'no such name' }, null, LIMIT);
  }

  /** Revisions spread over all drops; new objects, as derived values are kept by revision. */
  fold(count: number): void {
    const step = Math.floor(this.revisions.length / count);
    const next = this.revisions
      .filter((_, index) => index % step === 0)
      .slice(0, count)
      .map((revision, index) => ({ ...revision, seq: this.#view.seq + 1 + index }));
    this.#view = foldRevisions(this.#view, next);
  }

  rebuild(): void {
    const revisions = this.revisions.map((revision) => ({ ...revision }));
    viewOf(revisions, revisions.length);
  }
}

/** Milliseconds of each of `times` calls. */
function msEach(times: number, work: () => void): number {
  const began = performance.now();
  for (let time = 0; time < times; time += 1) work();
  return (performance.now() - began) / times;
}
