import { type Database, openDatabase } from '@droptrack/persistence';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { UnavailableError } from '../../platform/errors/domain-error';
import { TRANSFERS_MAX } from './transfers';

/** Timeouts per batch of rows. Allocations are read in one statement and have their own limits. */
const TIMEOUTS = { statementTimeoutMs: 10_000, connectTimeoutMs: 2_000 } as const;
/** Connection for cancelling the statements of the others. */
const SPARE_CONNECTIONS = 1;

/** Separate connection pool for exports, so that slow clients do not occupy the connections of other requests. */
@Injectable()
export class ExportDatabase implements OnModuleDestroy {
  #open: Database | null = null;

  /** @param url - null without a database: all exports are unavailable then. */
  constructor(private readonly url: string | null) {}

  /**
   * Returns the database, which is opened on first use.
   *
   * @throws {UnavailableError} without a database.
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

  /** Closes the connections. */
  async onModuleDestroy(): Promise<void> {
    await this.#open?.close();
  }
}
