import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { ClaimChecker } from '@droptrack/connectors';
import { DEFAULT_RULESET, type Ruleset } from '@droptrack/scoring';
import { CalendarModule } from './resources/calendar/calendar.module';
import { DropsModule } from './resources/drops/drops.module';
import { ExplainModule } from './resources/explain/explain.module';
import { FigureRules } from './resources/explain/figure-rules';
import { EligibilityModule } from './resources/eligibility/eligibility.module';
import { Drain } from './platform/health/drain';
import { HealthModule } from './platform/health/health.module';
import { HypeModule } from './resources/hype/hype.module';
import { PublicUrl } from './platform/responses/public-url';
import { BucketStorage } from './platform/rate-limit/bucket-storage';
import { KEY_THROTTLERS } from './platform/rate-limit/rate-limit.guard';
import { Clock } from './catalogue/clock';
import { Definitions } from './catalogue/definitions';
import { LiveCatalogue } from './catalogue/live-catalogue';
import { LogDatabase } from './catalogue/log-database';
import { MeModule } from './resources/me/me.module';
import { ProblemsController } from './resources/problems/problems.controller';
import { ReferenceController } from './openapi/reference.controller';
import { ReferenceService } from './openapi/reference.service';
import { SnapshotsModule } from './resources/snapshots/snapshots.module';
import type { WebhookParts } from './resources/webhooks/webhook-parts';
import { WebhooksModule } from './resources/webhooks/webhooks.module';

/** Dependencies that the resources share. */
export interface SharedParts {
  readonly catalogue: LiveCatalogue;
  readonly db: LogDatabase;
  readonly clock: Clock;
  readonly drain: Drain;
  readonly publicUrl: string;
  /** Reader of the claim states of wallets. */
  readonly claims: Pick<ClaimChecker, 'stateOf'>;
  readonly buckets: BucketStorage;
  /** Ruleset of the explanations; the default ruleset if absent. */
  readonly ruleset?: Ruleset | undefined;
  /** Database of the bulk exports; without it, they return 503. */
  readonly databaseUrl?: string | undefined;
  /** Dependencies of webhooks; without them, their routes return 503. */
  readonly webhooks?: WebhookParts | undefined;
  /** Additional controllers under the same rules. */
  readonly controllers?: readonly Type[] | undefined;
}

@Module({})
class SharedModule {}

@Module({})
export class AppModule {
  static with({
    catalogue,
    db,
    clock,
    drain,
    publicUrl,
    claims,
    buckets,
    ruleset,
    databaseUrl,
    webhooks,
    controllers = [],
  }: SharedParts): DynamicModule {
    const providers = [
      { provide: LiveCatalogue, useValue: catalogue },
      { provide: LogDatabase, useValue: db },
      { provide: Clock, useValue: clock },
      { provide: Drain, useValue: drain },
      { provide: BucketStorage, useValue: buckets },
      { provide: PublicUrl, useValue: new PublicUrl(publicUrl) },
      { provide: ClaimChecker, useValue: claims },
      { provide: Definitions, useValue: new Definitions(db, catalogue.definitions) },
      { provide: FigureRules, useValue: new FigureRules(ruleset ?? DEFAULT_RULESET) },
      { provide: ReferenceService, useValue: new ReferenceService() },
    ];
    const shared: DynamicModule = { module: SharedModule, global: true, providers, exports: providers };
    return {
      module: AppModule,
      imports: [
        shared,
        ThrottlerModule.forRoot({ ...KEY_THROTTLERS, storage: buckets }),
        DropsModule,
        HypeModule,
        ExplainModule,
        CalendarModule,
        EligibilityModule,
        SnapshotsModule.over(databaseUrl ?? null),
        WebhooksModule.over(webhooks ?? null),
        MeModule,
        HealthModule,
      ],
      controllers: [ProblemsController, ReferenceController, ...controllers],
    };
  }
}
