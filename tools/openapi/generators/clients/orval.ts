// Client of orval, and the strict zod schemas of orval for its requests and responses.
import * as client from './generated/orval/client';
import type { Drop, WebhookEvent } from './generated/orval/client';
import * as schemas from './generated/orval/zod';
import { plan, tour } from './tour';

/** Compiles only if lists, nulls, unions and problems have the types of the document. */
export async function typed(): Promise<void> {
  const page = await client.listDrops({ status: ['live', 'tge'], chain: ['base'], limit: 2 });
  if (page.status === 400) throw new Error(page.data.code);
  const first: Drop | undefined = page.status === 200 ? page.data.data[0] : undefined;
  const block: number | null | undefined = first?.snapshot.block;
  const events = await client.listWebhookEvents({ type: ['drop.*', 'webhook.ping'] });
  const name = (event: WebhookEvent) => (event.type === 'drop.archived' ? event.data.object.name : null);
  const names = events.status === 200 ? events.data.data.map(name) : [];
  // @ts-expect-error No drop has this status.
  await client.listDrops({ status: ['dead'] });
  // @ts-expect-error A check needs a drop.
  await client.checkEligibility({ wallet: '0x0' });
  console.error(block, names.length);
}

type Method = (...given: unknown[]) => Promise<{ status: number; data?: unknown; stream?: Response }>;
type Schema = { parse: (value: unknown) => unknown };

/** Addresses of the client are relative to the origin of a page. */
const { fetch: send } = globalThis;
globalThis.fetch = (input, init) => send(new URL(String(input), plan.baseUrl), init);

await tour(async ({ operationId, path = {}, query, body, key }) => {
  const method = (client as unknown as Record<string, Method>)[operationId];
  if (method === undefined) throw new Error('no such method');
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const schema = (suffix: string) => (schemas as unknown as Record<string, Schema | undefined>)[name + suffix];
  if (query !== undefined) schema('QueryParams')?.parse(query);
  if (body !== undefined) schema('Body')?.parse(body);
  const given = [...Object.values(path), body, query].filter((each) => each !== undefined);
  // An absent query keeps its place before the options.
  const places = method.length === 0 ? given : [...given, ...Array<undefined>(9)].slice(0, method.length - 1);
  const options = { redirect: 'manual', headers: key === '' ? {} : { authorization: `Bearer ${key}` } };
  const { status, data, stream } = await method(...places, options);
  if (stream !== undefined) return { status, body: await stream.text() };
  const expected = schema(`${status}Response`) ?? schema('Response');
  return { status, body: expected === undefined ? data : expected.parse(data) };
});
