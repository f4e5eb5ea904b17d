import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import type { Json } from '../port';
import { SourceError } from '../source.error';
import type { SourcesConfig } from '../sources-config';

/** Asks one GraphQL query and gives its `data`, checked. @throws {SourceError} */
export type AskSnapshot = <Data>(query: string, variables: Json, shape: z.ZodType<Data>) => Promise<Data>;

const envelope = z.object({
  /** Missing where the query was refused as a whole. */
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
});

/** Posts to Snapshot's hub, with the key where there is one. GraphQL tells failures with status 200 as well. */
export function snapshotGraphql({ url, apiKey }: SourcesConfig['snapshot'], http: SourceHttp): AskSnapshot {
  const headers = apiKey === null ? {} : { 'x-api-key': apiKey };
  return async (query, variables, shape) => {
    const answer = await http.json(`${url}/graphql`, { headers, json: { query, variables } });
    const { data, errors } = understood(envelope, answer.kind === 'answer' ? answer.body : null);
    const fault = errors?.[0]?.message;
    if (fault !== undefined) throw refusal(apiKey === null ? fault : fault.replaceAll(apiKey, '…'));
    return understood(shape, data);
  };
}

function refusal(fault: string): SourceError {
  if (/rate.?limit|too many requests/i.test(fault)) {
    return new SourceError('rate_limited', 'Snapshot: too many requests');
  }
  return new SourceError('status', `Snapshot: refused the query: ${JSON.stringify(fault.slice(0, 200))}`);
}

function understood<Shape>(shape: z.ZodType<Shape>, value: unknown): Shape {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SourceError('wrong_shape', 'Snapshot: not what was asked for', null, { cause: parsed.error });
}
