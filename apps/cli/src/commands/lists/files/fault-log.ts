import { type EntryViolation, UnreadableListError } from '@droptrack/eligibility/formats';
import { LIST_VIOLATIONS_MAX, type ListViolation, ListRejectedError } from '@droptrack/persistence';

/** An error in one file of a list, or in the list as a whole. */
export interface ListFileFault extends ListViolation {
  /** Name of the file as given by the caller; null for the list as a whole. */
  readonly file: string | null;
}

/** Collects the errors of a list, so that all are reported together: the first million, and the total number. */
export class FaultLog {
  readonly #faults: ListFileFault[] = [];
  #total = 0;
  /** An error occurred that is not of a row, so that no row can be left out in its place. */
  #isFatal = false;

  /** @param skipMax - maximum number of rows with errors that are left out of the list. */
  constructor(private readonly skipMax: number) {}

  /** True for a list that is rejected. */
  get isRejected(): boolean {
    return this.#isFatal || this.#total > this.skipMax;
  }

  /** Errors of the rows that are left out; none of a list that is rejected. */
  get leftOut(): readonly ListFileFault[] {
    return this.isRejected ? [] : this.#faults;
  }

  /** Adds an error of a row. */
  addRow(file: string, violation: EntryViolation): void {
    this.#add(file, violation);
  }

  /** Adds an error of a file, or of the list as a whole. */
  add(file: string | null, violation: EntryViolation): void {
    this.#isFatal = true;
    this.#add(file, violation);
  }

  #add(file: string | null, { line, message }: EntryViolation): void {
    if (++this.#total <= LIST_VIOLATIONS_MAX) this.#faults.push({ file, line, message });
  }

  /** @throws {ListRejectedError} if the list is rejected. */
  throwIfRejected(): void {
    if (this.isRejected) throw new ListRejectedError(this.#faults, this.#total);
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
    this.throwIfRejected();
    throw error;
  }
}

/** File of an error that names one, such as a file of an archive. */
const fileOf = (fault: ListViolation | ListFileFault): string | null => ('file' in fault ? fault.file : null);
