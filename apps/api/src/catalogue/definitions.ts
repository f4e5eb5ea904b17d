import type { DefinitionBody } from '@droptrack/catalogue';
import { readRevisionAt, type Sql } from '@droptrack/persistence';
import { UnavailableError } from '../platform/errors/domain-error';
import type { CurrentView } from './current-view';
import type { RememberedDefinitions } from './remembered-definitions';

/** What shown drops are made from: from memory for those that were asked about lately, else from the log. */
export class Definitions {
  /** Reads under way, by drop and instant: many checks of one drop begin at once. */
  readonly #reading = new Map<string, Promise<DefinitionBody>>();

  constructor(
    private readonly db: Sql,
    private readonly remembered: RememberedDefinitions,
  ) {}

  /**
   * What a drop that a view shows was made from; without a promise where it is in memory.
   *
   * @throws {UnavailableError} when the database is away, and for the moment in which a drop is
   *   already shown, or still, and its definition is not.
   */
  of(id: string, { view, asOfMs }: CurrentView): DefinitionBody | Promise<DefinitionBody> {
    const known = this.remembered.find(id, view.seq);
    if (known !== undefined) return known ?? beingChanged();
    const key = `${id} ${asOfMs}`;
    let reading = this.#reading.get(key);
    if (reading === undefined) {
      reading = this.#read(id, asOfMs).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  async #read(id: string, asOfMs: number): Promise<DefinitionBody> {
    const revision = await readRevisionAt(this.db, 'definition', id, asOfMs);
    if (revision === null || revision.body === null) return beingChanged();
    this.remembered.keep(revision);
    return revision.body as DefinitionBody; // By its entity.
  }
}

function beingChanged(): never {
  throw new UnavailableError('The drop is being changed');
}
