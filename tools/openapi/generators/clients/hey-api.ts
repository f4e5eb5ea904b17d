// Client of @hey-api/openapi-ts, which validates requests and responses with its zod schemas.
import { client } from './generated/hey-api/client.gen';
import * as sdk from './generated/hey-api/sdk.gen';
import type { Drop, Problem, WebhookEvent } from './generated/hey-api/types.gen';
import { zProblem } from './generated/hey-api/zod.gen';
import { plan, tour } from './tour';

client.setConfig({ baseUrl: plan.baseUrl });

/** Compiles only if lists, nulls, unions and problems have the types of the document. */
export async function typed(): Promise<void> {
  const { data, error } = await sdk.listDrops({ query: { status: ['live', 'tge'], chain: ['base'], limit: 2 } });
  if (data === undefined) {
    const { code, errors }: Problem = error;
    throw new Error(`${code} ${errors.map((each) => ('parameter' in each ? each.parameter : each.pointer)).join()}`);
  }
  const costs: (number | null)[] = data.data.map(({ cost_usd }) => cost_usd);
  const { data: page } = await sdk.listWebhookEvents({ query: { type: ['drop.*'] } });
  const subjects = page?.data.map((event: WebhookEvent): Drop | null =>
    event.type === 'drop.created' || event.type === 'drop.updated' ? event.data.object : null,
  );
  const { data: batch } = await sdk.checkEligibilityBatch({ body: { checks: [{ wallet: '0x0', drop: 'x' }] } });
  for (const item of batch?.data ?? []) if ('problem' in item) costs.push(item.problem.status);
  // @ts-expect-error No drop has this status.
  await sdk.listDrops({ query: { status: ['dead'] } });
  // @ts-expect-error A webhook needs a URL.
  await sdk.createWebhook({ body: { events: ['*'] } });
  console.error(costs.length, subjects?.length);
}

type Method = (options: object) => Promise<{ data: unknown; error: unknown; response: Response | undefined }>;

await tour(async ({ operationId, key, ...given }) => {
  const method = (sdk as unknown as Record<string, Method>)[operationId];
  if (method === undefined) throw new Error('no such method');
  const { data, error, response } = await method({ ...given, redirect: 'manual', ...(key !== '' && { auth: key }) });
  const isProblem = response !== undefined && response.status >= 400;
  // Without a response, or beside a successful one, the error is that of the validation.
  if (response === undefined || (!isProblem && response.ok && error !== undefined)) throw error;
  return { status: response.status, body: isProblem ? zProblem.parse(error) : data };
});
