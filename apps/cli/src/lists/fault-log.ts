import { type EntryFault, UnreadableListError } from '@droptrack/eligibility/formats';
import { LIST_FAULTS_MAX, type ListFault, ListRefusedError } from '@droptrack/persistence';

/** What is wrong in one of a list's files, or with all of them. */
export interface ListFileFault extends ListFault {
  /** As the caller wrote it; null for the whole list. */
  readonly file: string | null;
}

/** Gathers the faults of a list, so that all are told at once: the first hundred of them, and how many there are. */
export class FaultLog {
  readonly #faults: ListFileFault[] = [];
  total = 0;

  add(file: string | null, { line, message }: EntryFault): void {
    if (++this.total <= LIST_FAULTS_MAX) this.#faults.push({ file, line, message });
  }

  /** @throws {ListRefusedError} when there are any. */
  refuse(): void {
    if (this.total > 0) throw new ListRefusedError(this.#faults, this.total);
  }

  /**
   * Refuses a list because of an error that ends the reading of a file, with what was found before.
   *
   * @throws {ListRefusedError} - or the error itself, where it is not the file's content's fault.
   */
  end(file: string, error: unknown): never {
    if (error instanceof UnreadableListError) this.add(file, error);
    else if (error instanceof ListRefusedError) for (const fault of error.faults) this.add(file, fault);
    else throw error;
    this.refuse();
    throw error;
  }
}
