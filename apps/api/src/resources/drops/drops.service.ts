import { DEFAULT_SORT_ORDER, PAGE_LIMIT } from '@droptrack/contracts';
import { type CatalogueView, type DropEntry, type DropListQuery, foldCase, listDrops } from '@droptrack/catalogue';
import { cursorScope } from '@droptrack/pagination';
import { Injectable } from '@nestjs/common';
import { Answer } from '../../platform/responses/answer';
import { AnswerCache } from '../../platform/responses/answer-cache';
import { listAnswer, positionOf } from '../../platform/responses/list-answer';
import { AnswerAt } from '../../platform/responses/response-writer';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import type { ListDropsDto } from './list-drops.dto';
import { shownDrop } from './shown-drop';

/** Answers about drops, from the view in memory. */
@Injectable()
export class DropsService {
  readonly #pages = new AnswerCache<CatalogueView['drops'], ListDropsDto>();
  /** One for each view: an entry that both show is rendered at the instant of either. */
  readonly #drops = { live: new WeakMap<DropEntry, Answer>(), late: new WeakMap<DropEntry, Answer>() };

  constructor(private readonly catalogue: LiveCatalogue) {}

  /** @throws {DomainError} `invalid_cursor` for a cursor of another list, sort or filter. */
  list(viewer: Viewer, dto: ListDropsDto): AnswerAt {
    const seen = this.catalogue.seenBy(viewer);
    const { view, asOfMs } = seen;
    return new AnswerAt(
      this.#pages.get(seen, view.drops, dto, () => page(view, dto)),
      asOfMs,
    );
  }

  /** @throws {DropNotFoundError} {@link DropArchivedError} */
  get(viewer: Viewer, id: string): AnswerAt {
    const { view, asOfMs, isLate } = this.catalogue.seenBy(viewer);
    const drop = shownDrop(view, id);
    const answers = isLate ? this.#drops.late : this.#drops.live;
    let answer = answers.get(drop);
    if (answer === undefined) {
      answer = new Answer(drop.json, false);
      answers.set(drop, answer);
    }
    return new AnswerAt(answer, asOfMs);
  }
}

function page(view: CatalogueView, dto: ListDropsDto): Answer {
  const query = effectiveQuery(dto);
  const scope = cursorScope('drops', {
    sort: query.sort,
    order: query.order,
    status: dto.status,
    chain: dto.chain,
    q: query.q === null ? null : foldCase(query.q),
    updated_since: query.updatedSinceMs,
  });
  const slice = listDrops(view, query, positionOf(dto.cursor, scope), dto.limit ?? PAGE_LIMIT.default);
  return listAnswer(slice, '/v1/drops', dto, scope);
}

/** The query as it takes effect, defaults included. */
function effectiveQuery({ sort = 'hype', order, status, chain, q, updated_since }: ListDropsDto): DropListQuery {
  return {
    sort,
    order: order ?? DEFAULT_SORT_ORDER[sort],
    statuses: status === undefined ? null : new Set(status),
    chains: chain === undefined ? null : new Set(chain),
    q: q ?? null,
    updatedSinceMs: updated_since === undefined ? null : Date.parse(updated_since.toUpperCase()),
  };
}
