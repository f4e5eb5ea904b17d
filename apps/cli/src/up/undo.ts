/** What has to be undone, newest last. */
export type Undo = (() => Promise<void> | void)[];

/**
 * Undoes all of it, newest first. One that fails does not keep the rest from
 * being undone; its error is thrown at the end.
 */
export async function undoAll(undo: Undo): Promise<void> {
  const errors: unknown[] = [];
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
