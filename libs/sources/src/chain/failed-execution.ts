/**
 * True for the error of a call whose execution failed: the contract is the cause, not the node. Most nodes use code 3 for a
 * revert and -32015 for other errors of the virtual machine; the others only describe it.
 */
export const isFailedExecution = ({ code, message }: { readonly code: number; readonly message: string }): boolean =>
  code === 3 || code === -32015 || FAILED_EXECUTION.test(message.slice(0, TEXT_LENGTH_MAX));

const TEXT_LENGTH_MAX = 1_000;
const FAILED_EXECUTION =
  /revert|invalid (opcode|jump)|out ?of ?gas|stack ?(under|over)flow|stack limit|execution aborted|\bevm error|\bvm (execution|exception)/i;
