/** Cleanup steps, newest last. */
export type Cleanup = (() => Promise<void> | void)[];

/**
 * Runs all cleanup steps, newest first. A step that fails does not stop the others; the first error is thrown at the end.
 */
export async function runCleanup(cleanup: Cleanup): Promise<void> {
  const errors: unknown[] = [];
  for (let step = cleanup.pop(); step !== undefined; step = cleanup.pop()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
