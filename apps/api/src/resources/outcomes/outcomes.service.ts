import { type DropBody, listOutcomes, type OutcomeListQuery, type OutcomeRow } from '@droptrack/catalogue';
import { DEFAULT_OUTCOME_ORDER, type DropOutcome, type ExpectedValueUsd, PAGE_LIMIT } from '@droptrack/contracts';
import { cursorScope, type Position } from '@droptrack/pagination';
import { readRevisionsBefore } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../catalogue/current-view';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LogDatabase } from '../../catalogue/log-database';
import { listBody, positionOf } from '../../platform/responses/list-body';
import type { ResponseBody } from '../../platform/responses/response-body';
import { DataResponse } from '../../platform/responses/response-writer';
import type { ListOutcomesDto } from './outcomes.dto';

/** Lists what past drops paid: the outcomes in the view, each beside the forecast that the log has from before. */
@Injectable()
export class OutcomesService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly db: LogDatabase,
  ) {}

  /** @throws {DomainError} `invalid_cursor` for a cursor of another list, sort or filter; {@link UnavailableError} */
  async list(viewer: Viewer, dto: ListOutcomesDto): Promise<DataResponse> {
    const { view, asOfMs } = this.catalogue.requireView(viewer);
    const { query, scope } = effective(dto);
    const slice = listOutcomes(view, query, positionOf(dto.cursor, scope), dto.limit ?? PAGE_LIMIT.default);
    const forecasts = await this.#forecasts(slice.rows);
    return new DataResponse(outcomesBody(slice, forecasts, dto, scope), asOfMs);
  }

  /** Last expected values that were published before the outcomes began, by drop; null for a value that was unknown. */
  async #forecasts(rows: readonly OutcomeRow[]): Promise<Forecasts> {
    const asked = rows.map(({ id, openedAtMs }) => ({ id, beforeMs: openedAtMs }));
    const revisions = await readRevisionsBefore(this.db, 'drop', asked);
    return new Map(revisions.map(({ id, body }) => [id, forecastOf(body as DropBody | null)])); // Entity `drop`.
  }
}

type Forecasts = ReadonlyMap<string, ExpectedValueUsd | null>;

function forecastOf(body: DropBody | null): ExpectedValueUsd | null {
  if (body === null || body.ev_usd.p50 === null) return null;
  const { p50, p10, p90, basis = null } = body.ev_usd;
  return { p50, p10, p90, basis };
}

/** Query with defaults applied, and the scope of its cursors. */
export function effective({ sort = 'opened', order, chain, method, month, sample }: ListOutcomesDto) {
  const query: OutcomeListQuery = {
    sort,
    order: order ?? DEFAULT_OUTCOME_ORDER[sort],
    chains: chain === undefined ? null : new Set(chain),
    methods: method === undefined ? null : new Set(method),
    month: month ?? null,
    sample: sample ?? null,
  };
  return { query, scope: cursorScope('outcomes', { sort, order: query.order, chain, method, month, sample }) };
}

/** Body of a page. */
export function outcomesBody(
  { rows, next }: { readonly rows: readonly OutcomeRow[]; readonly next: Position | null },
  forecasts: Forecasts,
  dto: ListOutcomesDto,
  scope: string,
): ResponseBody {
  const texts = rows.map(({ id, outcome }) => {
    const json = JSON.stringify(presentOutcome(outcome, forecasts.get(id) ?? null));
    return { json, tag: json };
  });
  return listBody({ rows: texts, next }, '/v1/outcomes', dto, scope);
}

/** Outcome with its forecast, in the order of the contract. */
function presentOutcome(
  { sources, ...outcome }: OutcomeRow['outcome'],
  forecast: ExpectedValueUsd | null,
): DropOutcome {
  return { ...outcome, forecast_usd: forecast, sources };
}
