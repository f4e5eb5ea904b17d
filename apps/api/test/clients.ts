import type { Plan } from '@droptrack/contracts';
import { Droptrack } from '@droptrack/sdk';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { conformsToOpenApi } from './conforms';

export const PUBLIC_URL = 'http://api.test';

interface InjectedRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string | Buffer;
  /** Address of the client; 127.0.0.1 by default. */
  readonly remoteAddress?: string;
}

type Headers = Record<string, string>;

/** Clients that inject requests. Every response is compared with the OpenAPI document. */
export function clientsOf(server: FastifyInstance, keys: Readonly<Record<Extract<Plan, 'free' | 'pro'>, string>>) {
  const inject = async (request: InjectedRequest): Promise<LightMyRequestResponse> => {
    const response = await server.inject({ ...request, headers: request.headers ?? {} });
    conformsToOpenApi({
      method: request.method,
      path: request.url,
      status: response.statusCode,
      headers: response.headers,
      body: response.rawPayload,
    });
    return response;
  };
  const as = (plan: keyof typeof keys, headers: Headers) => ({ authorization: `Bearer ${keys[plan]}`, ...headers });
  const getAs = (plan: keyof typeof keys, url: string, headers: Headers = {}) =>
    inject({ method: 'GET', url, headers: as(plan, headers) });
  const sdkOf = (apiKey: string) =>
    new Droptrack({
      apiKey,
      baseUrl: PUBLIC_URL,
      maxRetries: 0,
      fetch: async (url, { method, headers, body }) => {
        const response = await inject({
          method: method as InjectedRequest['method'],
          url: url.slice(PUBLIC_URL.length),
          headers: Object.fromEntries(new globalThis.Headers(headers)),
          ...(typeof body === 'string' && { payload: body }),
        });
        return new Response(response.rawPayload.length === 0 ? null : new Uint8Array(response.rawPayload), {
          status: response.statusCode,
          headers: Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
        });
      },
    });

  return {
    /** SDK with a key of the plan `pro`. */
    sdk: sdkOf(keys.pro),
    /** SDK with a key of the plan `free`. */
    free: sdkOf(keys.free),
    /** SDK with another key. */
    sdkOf,
    inject,
    /** Injects a request whose response the document does not describe. */
    injectRaw: (request: InjectedRequest) => server.inject({ ...request, headers: request.headers ?? {} }),
    getAs,
    get: (url: string, headers: Headers = {}) => getAs('pro', url, headers),
    /** Sends a body unchanged, by default with the content type of JSON. */
    post: (url: string, payload: string | Buffer, headers: Headers = {}) =>
      inject({ method: 'POST', url, payload, headers: as('pro', { 'content-type': 'application/json', ...headers }) }),
    head: (url: string) => inject({ method: 'HEAD', url, headers: as('pro', {}) }),
  };
}
