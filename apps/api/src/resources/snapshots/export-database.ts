import { type Database, openDatabase } from '@droptrack/persistence';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { UnavailableError } from '../../platform/errors/domain-error';
import { TRANSFERS_MAX } from './transfer-slots';

/** A batch of rows that takes longer has met a database in trouble; allocations, read as one, have limits of their own. */
const TIMEOUTS = { statementTimeoutMs: 10_000, connectTimeoutMs: 2_000 } as const;
/** For what cancels the statements of the others. */
const SPARE_CONNECTIONS = 1;

/** Where exports are read: connections of their own, so that a slow reader keeps none from a check. */
@Injectable()
export class ExportDatabase implements OnModuleDestroy {
  #open: Database | null = null;

  /** @param url - null where there is no database: every export is unavailable then. */
  constructor(private readonly url: string | null) {}

  /**
   * The database, opened when it is first asked for.
   *
   * @throws {UnavailableError} where there is none.
   */
  get(): Database {
    if (this.url === null) throw new UnavailableError('Exports are not available');
    this.#open ??= openDatabase(this.url, {
      poolSize: TRANSFERS_MAX.total + SPARE_CONNECTIONS,
      applicationName: 'droptrack snapshots',
      ...TIMEOUTS,
    });
    return this.#open;
  }

  /** Closes the connections; nothing is left to be exported then. */
  async onModuleDestroy(): Promise<void> {
    await this.#open?.close();
  }
}
