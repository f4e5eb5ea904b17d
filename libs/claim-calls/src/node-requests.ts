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

/**
 * True for an error of the contract that was called, and not of the node: code 3, or -32015 of nodes that followed OpenEthereum, or
 * -32000 of others.
 */
export const isRevert = (response: NodeResponse): boolean =>
  'error' in response &&
  ([3, -32_015].includes(response.error.code) ||
    /revert|invalid (?:opcode|jump)|out ?of ?gas|stack (?:under|over)flow|\bevm error|\bvm (?:execution|exception)/i.test(
      response.error.message,
    ));
