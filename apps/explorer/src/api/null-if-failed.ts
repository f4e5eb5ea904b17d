import { DroptrackError } from '@droptrack/sdk';

/** Result of a call; null if the call failed. @throws {Error} any error of the program itself. */
export async function nullIfFailed<T>(call: PromiseLike<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DroptrackError) return null;
    throw error;
  }
}
