/** Request of JSON-RPC. */
export interface NodeRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Response of a node to a request: its result, or its error. */
export type NodeResponse =
  { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/**
 * Sends requests to a node in one batch, and returns its responses in their order.
 *
 * Rejects if the node does not respond in time, or with something else than responses.
 */
export type AskNode = (requests: readonly NodeRequest[]) => Promise<readonly NodeResponse[]>;

/** True for an error of the contract that was called, and not of the node. */
export const isRevert = (response: NodeResponse): boolean =>
  'error' in response &&
  (response.error.code === 3 || /revert|invalid opcode|out of gas/i.test(response.error.message));

/** True for a node that does not know the method. */
export const isUnknownMethod = (response: NodeResponse): boolean =>
  'error' in response &&
  (response.error.code === -32601 ||
    /not (?:found|supported|available|exist)|does not exist|unsupported/i.test(response.error.message));
