import { type DynamicModule, Module } from '@nestjs/common';
import { ExportDatabase } from './export-database';
import { SnapshotsController } from './snapshots.controller';
import { SnapshotsService } from './snapshots.service';
import { Transfers } from './transfers';

@Module({})
export class SnapshotsModule {
  /** @param databaseUrl - database of the exports; null without one. */
  static over(databaseUrl: string | null): DynamicModule {
    return {
      module: SnapshotsModule,
      controllers: [SnapshotsController],
      providers: [
        { provide: ExportDatabase, useFactory: () => new ExportDatabase(databaseUrl) },
        Transfers,
        SnapshotsService,
      ],
    };
  }
}
