// Types of openapi-typescript, requests of openapi-fetch.
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/schema';
import { plan, tour } from './tour';

type Schemas = components['schemas'];
const [{ key } = { key: '' }] = plan.calls;
const client = createClient<paths>({ baseUrl: plan.baseUrl, headers: { authorization: `Bearer ${key}` } });

/** Compiles only if lists, nulls, unions and problems have the types of the document. */
export async function typed(): Promise<void> {
  const { data, error } = await client.GET('/v1/drops', {
    params: { query: { status: ['live', 'tge'], chain: ['base'], sort: 'snapshot', limit: 2 } },
  });
  if (error !== undefined) throw new Error(`${error.code}: ${error.detail}`);
  const dates: (string | null)[] = data.data.map(({ snapshot }) => snapshot.date);
  const { data: page } = await client.GET('/v1/events', { params: { query: { type: ['drop.*', 'webhook.ping'] } } });
  for (const event of page?.data ?? []) {
    if (event.type === 'drop.status_changed') dates.push(event.data.object.snapshot.date);
    if (event.type === 'webhook.ping') dates.push(event.data.object.url);
  }
  const batch = await client.POST('/v1/eligibility/batch', { body: { checks: [{ wallet: '0x0', drop: 'x' }] } });
  for (const item of batch.data?.data ?? []) dates.push('problem' in item ? item.problem.code : item.as_of);
  // @ts-expect-error No drop has this status.
  await client.GET('/v1/drops', { params: { query: { status: ['dead'] } } });
  // @ts-expect-error The body is required.
  await client.POST('/v1/webhooks', {});
  const filters: Schemas['WebhookFilters'] = { drops: null, min_hype: 50 };
  const text = await client.GET('/v1/snapshots/drops', { parseAs: 'text' });
  const lines: string[] = text.data?.split('\n') ?? [];
  console.error(dates.length, filters, lines.length);
}

/** Methods and paths by operation, which the types of openapi-typescript know only while compiling. */
const response = await fetch(`${plan.baseUrl}/v1/openapi.json`);
const document = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
const routes = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, { method, path }] as const),
  ),
);

await tour(async ({ operationId, path, query, body, key }) => {
  const route = routes.get(operationId);
  if (route === undefined) throw new Error('no such operation');
  const isLines = operationId.startsWith('export');
  const isJson = route.path.startsWith('/v1') && !route.path.endsWith('.svg') && !isLines;
  const {
    data,
    error,
    response: { status },
  } = await client.request(route.method as 'get', route.path as '/v1/drops', {
    params: { path, query } as never,
    ...(body === undefined ? {} : { body: body as never }),
    headers: { authorization: key === '' ? null : `Bearer ${key}` },
    redirect: 'manual',
    parseAs: isJson || route.path.endsWith('z') ? 'json' : 'text',
  });
  return { status, body: data ?? error };
});
