import { type EntryViolation, UnreadableListError } from '@droptrack/eligibility/formats';
import { LIST_VIOLATIONS_MAX, type ListViolation, ListRejectedError } from '@droptrack/persistence';

/** An error in one file of a list, or in the list as a whole. */
export interface ListFileFault extends ListViolation {
  /** Name of the file as given by the caller; null for the list as a whole. */
  readonly file: string | null;
}

/** Collects the errors of a list, so that all are reported together: the first hundred, and the total number. */
export class FaultLog {
  readonly #faults: ListFileFault[] = [];
  total = 0;

  add(file: string | null, { line, message }: EntryViolation): void {
    if (++this.total <= LIST_VIOLATIONS_MAX) this.#faults.push({ file, line, message });
  }

  /** @throws {ListRejectedError} if there are errors. */
  throwIfAny(): void {
    if (this.total > 0) throw new ListRejectedError(this.#faults, this.total);
  }

  /**
   * Rejects a list because of an error that aborts the reading of a file, with the errors found before.
   *
   * @throws {ListRejectedError} for invalid content; any other error as it is.
   */
  abort(file: string, error: unknown): never {
    if (error instanceof UnreadableListError) this.add(file, error);
    else if (error instanceof ListRejectedError)
      for (const fault of error.violations) this.add(fileOf(fault) ?? file, fault);
    else throw error;
    this.throwIfAny();
    throw error;
  }
}

/** File of an error that names one, such as a file of an archive. */
const fileOf = (fault: ListViolation | ListFileFault): string | null => ('file' in fault ? fault.file : null);
