import type { AskNode, NodeRequest, NodeResponse } from '@droptrack/claim-calls';

/** Provider of a wallet or of a library (EIP-1193), such as `window.ethereum`, or a client of viem. */
export interface Eip1193Provider {
  // A method, so that providers with a type per request are assignable.
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
}

/** Options of a node. */
export interface NodeOptions {
  /** Milliseconds of a request, and of each call of a provider. Default: 10 000. */
  readonly timeoutMs?: number;
  /** Function that sends requests to a URL. Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Bytes of a response: more than the code of a contract and the logs of a claim take. */
const BYTES_MAX = 4 * 1024 * 1024;

/**
 * Node of the caller: requests go there, and nowhere else.
 *
 * @param node - URL of a JSON-RPC server that accepts batches, or an EIP-1193 provider, which is asked one by one. Errors do not contain the URL.
 * @example
 * import { nodeOf } from '@droptrack/sdk/claims';
 * const ask = nodeOf('https://rpc.example.com', { timeoutMs: 5_000 });
 * const [chainId] = await ask([{ method: 'eth_chainId', params: [] }]);
 */
export function nodeOf(node: string | URL | Eip1193Provider, options: NodeOptions = {}): AskNode {
  const { timeoutMs = 10_000, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  if (typeof node === 'string' || node instanceof URL) {
    return async (requests) => responsesOf(await textOf(String(node), requests, timeoutMs, fetch), requests.length);
  }
  return async (requests) => {
    const responses: NodeResponse[] = [];
    for (const request of requests) responses.push(await called(node, request, timeoutMs));
    return responses;
  };
}

async function textOf(
  url: string,
  requests: readonly NodeRequest[],
  timeoutMs: number,
  fetch: NonNullable<NodeOptions['fetch']>,
): Promise<string> {
  const body = JSON.stringify(requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request })));
  const response = await fetch(url, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    // The wallet goes to this server alone, and without cookies.
    ...{ redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    bytes += chunk.value.length;
    if (bytes > BYTES_MAX) {
      await reader?.cancel().catch(() => undefined);
      throw new RangeError('The response of the node is too large');
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Responses in the order of the requests. @throws {TypeError} for something else than responses to all of them. */
function responsesOf(text: string, count: number): NodeResponse[] {
  const found: unknown = JSON.parse(text);
  const responses = Array.isArray(found)
    ? (found as unknown[]).map((each) => Object(each) as Record<string, unknown>)
    : [];
  return Array.from({ length: count }, (_, id) => {
    const { result, error } = responses.find((each) => each['id'] === id) ?? {};
    // Some nodes send a result beside an error, or null as the error beside a result.
    return result === undefined || (error ?? null) !== null ? failed(error) : { result };
  });
}

/** @throws {TypeError} for something else than an error of JSON-RPC. */
function failed(error: unknown): NodeResponse {
  const { code, message } = Object(error) as Record<string, unknown>;
  if (typeof code !== 'number' || typeof message !== 'string') throw new TypeError('The node sent no response');
  return { error: { code, message } };
}

async function called(
  provider: Eip1193Provider,
  { method, params }: NodeRequest,
  timeoutMs: number,
): Promise<NodeResponse> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('The node did not respond in time')), timeoutMs);
  });
  try {
    return { result: await Promise.race([provider.request({ method, params }), late]) };
  } catch (error) {
    return failed(error);
  } finally {
    clearTimeout(timer);
  }
}
