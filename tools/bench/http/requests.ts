import { DROP_SORTS, SORT_ORDERS } from '@droptrack/contracts';

/** What is asked again and again. */
export const LIVE_DROPS = '/v1/drops?status=live&limit=25';

/** 240 lists of the same length: each is kept ready by itself. */
export function differentLists(): string[] {
  const chains = ['', '&chain=base', '&chain=linea', '&chain=solana', '&chain=base,linea', '&chain=monad,scroll'];
  const statuses = ['', '&status=live', '&status=upcoming', '&status=tge', '&status=live,tge'];
  return DROP_SORTS.flatMap((sort) =>
    SORT_ORDERS.flatMap((order) =>
      chains.flatMap((chain) =>
        statuses.map((status) => `/v1/drops?sort=${sort}&order=${order}&limit=25${chain}${status}`),
      ),
    ),
  );
}

/**
 * A request as a client sends it over a connection that it keeps.
 *
 * @param headers - whole lines, beyond what every request says.
 */
export function wireRequest(path: string, key: string, headers: readonly string[] = []): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Accept: application/json',
    'User-Agent: droptrack-bench',
    ...headers,
    '\r\n',
  ].join('\r\n');
}
