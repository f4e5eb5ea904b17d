import type { DropOutcome, ExpectedValueUsd, Page } from '@droptrack/contracts';
import { listOutcomes } from '@droptrack/catalogue';
import { checkQuery } from '../../platform/input/check-query';
import { EXAMPLE_AS_OF, EXAMPLE_VIEWER, exampleCatalogue } from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { OutcomesController } from './outcomes.controller';
import { ListOutcomesDto } from './outcomes.dto';
import { effective, outcomesBody } from './outcomes.service';

const { view } = exampleCatalogue().requireView(EXAMPLE_VIEWER);
const FORECAST: ExpectedValueUsd = { p50: 870.4, p10: 71, p90: 10_666.7, basis: 'forecast' };

/** Page of the example, as the service creates it; the forecast is that of an example log. */
function pageOf(text: string): Page<DropOutcome> {
  const dto = checkQuery(text, ListOutcomesDto);
  const { query, scope } = effective(dto);
  const body = outcomesBody(
    listOutcomes(view, query, null, dto.limit ?? 25),
    new Map([['arbitrum', FORECAST]]),
    dto,
    scope,
  );
  return JSON.parse(body.at(Date.parse(EXAMPLE_AS_OF)).text) as Page<DropOutcome>;
}

const QUERY = 'sort=paid&limit=1';
const firstPage = pageOf(QUERY);

const list: RouteDocs = {
  operationId: 'listOutcomes',
  summary: 'List what drops paid',
  description:
    'Returns past drops with the prices of their token: on the day from which wallets could have it, 1, 7, 30 and 90 days later, and the ' +
    'highest one since, each with its source and day. By default, the latest comes first. A price is the daily close of a UTC day; a day ' +
    'without a citable price is `null`. Drops without any known fact are not listed.\n\n' +
    '`forecast_usd` is the expected value that this service published last before the payout: compare it with `paid_usd`, which is a mean.',
  invalidQuery: 'month=2024-13',
  cursor: firstPage.next_cursor ?? 'eyJleGFtcGxlIjoxfQ',
  response: {
    kind: 'data',
    type: 'DropOutcomePage',
    description: 'A page of outcomes.',
    examples: {
      page: { summary: `Page: ${QUERY}`, body: firstPage },
      empty: { summary: 'Empty list: chain=nowhere', body: pageOf('chain=nowhere') },
    },
  },
};

export const outcomesDocs = documents(OutcomesController, 'Drops', { list });
