import type { DropDefinition } from '@droptrack/catalogue';
import type { StatedDefinition } from './read';

/** What was stated of a drop, by when it was. */
export class Stated {
  /** @param definitions - in their order. */
  constructor(private readonly definitions: readonly StatedDefinition[]) {}

  /** What was in force at an instant, in microseconds since the epoch; null before the first, and while archived. */
  at(recordedUs: number): DropDefinition | null {
    return this.definitions.findLast((stated) => stated.recordedUs <= recordedUs)?.definition ?? null;
  }

  /** How often it had been archived by then: what comes back is followed from then on, its hours away have no points. */
  life(recordedUs: number): number {
    return this.definitions.filter((stated) => stated.definition === null && stated.recordedUs <= recordedUs).length;
  }
}
