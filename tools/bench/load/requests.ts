import { DROP_SORTS, SORT_ORDERS } from '@droptrack/contracts';

/** The list that most benches request. */
export const LIVE_DROPS = '/v1/drops?status=live&limit=25';

/** 240 lists of the same length. */
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
