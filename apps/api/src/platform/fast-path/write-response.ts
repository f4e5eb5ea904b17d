import { namesEntityTag } from '@droptrack/program/entity-tag';
import type { ApiKey } from '@droptrack/persistence';
import type { CurrentView } from '../../catalogue/current-view';
import { limitOf, rateLimitState } from '../rate-limit/key-limit';
import { dataHeaders, type DataHeadersOptions, type EncodedBody } from '../responses/response-body';
import { traceIdOf } from './access-log';
import type { PlainRequest } from './plain-request';
import type { FrontParts } from './rejections';
import type { Hit, PreparedResponse } from './response-cache';

/** Dependencies of {@link writeResponse}. */
export type ResponseParts = FrontParts & DataHeadersOptions;

/** A response to a request whose key has a token. */
export interface WrittenResponse {
  readonly plain: PlainRequest;
  readonly key: ApiKey;
  readonly hit: Hit;
  readonly view: CurrentView;
}

/** Writes a 200 or 304, its line of the access log and its metrics. @param tokenParts - level of the bucket, in parts. */
export function writeResponse(parts: ResponseParts, written: WrittenResponse, tokenParts: number): void {
  const { plain, key, hit, view } = written;
  const { request, response, startedAtMs } = plain;
  const { route, body: data } = hit;
  const limit = limitOf(key);
  // Only for requests that are served here: the framework does the same for those it rejects.
  parts.detectProxy?.(request);
  parts.keyUse.markUsed(key.id);
  const requestId = parts.newRequestId(request);
  const isUnchanged = namesEntityTag(request.headers['if-none-match'], data.etag);
  const status = isUnchanged ? 304 : 200;
  const { head, body, charset } = preparedFor(hit, isUnchanged, view, parts);
  const at = parts.fixedHeaders.length;
  head[at + 1] = requestId;
  head[at + 3] = limit.policy;
  head[at + 5] = rateLimitState(key.plan, limit.terms, tokenParts);
  response.writeHead(status, head).end(request.method === 'HEAD' ? null : body, charset);
  const durationMs = performance.now() - startedAtMs;
  parts.metrics.record(route, status, durationMs);
  const [method, traceId] = [request.method ?? '', traceIdOf(request.headers)];
  parts.requestLog.record({ requestId, method, route, status, durationMs, keyId: key.id, traceId });
}

function preparedFor(
  hit: Hit,
  isUnchanged: boolean,
  { view, asOfMs }: CurrentView,
  parts: ResponseParts,
): PreparedResponse {
  const known = isUnchanged ? hit.unchanged : hit.whole;
  if (known !== null && known.asOfMs === asOfMs) return known;
  const { body: data, encoding } = hit;
  const encoded = data.at(asOfMs);
  const body = isUnchanged ? null : bodyOf(hit, encoded);
  const length = typeof body === 'string' ? encoded.length : (body?.length ?? 0);
  const fields = dataHeaders(data, encoded.asOf, view.seq, body === null ? null : { length, encoding }, parts);
  const head = [...parts.fixedHeaders, 'x-request-id', '', 'ratelimit-policy', '', 'ratelimit', ''];
  for (const name in fields) head.push(name, String(fields[name]));
  const charset = encoded.text.length === encoded.length ? 'latin1' : 'utf8';
  const prepared: PreparedResponse = { asOfMs, head, body, charset };
  if (isUnchanged) hit.unchanged = prepared;
  else hit.whole = prepared;
  return prepared;
}

function bodyOf({ encoding, isStored }: Hit, encoded: EncodedBody): Buffer | string {
  if (encoding !== null) return encoded.compressed(encoding);
  return isStored ? encoded.bytes : encoded.text;
}
