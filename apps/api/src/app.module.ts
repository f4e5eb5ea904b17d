import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { ClaimChecker, ClaimNodes } from '@droptrack/claims';
import type { CalendarFeedRepository } from '@droptrack/persistence';
import { DEFAULT_RULESET, type Ruleset } from '@droptrack/scoring';
import { Clock } from './catalogue/clock';
import { Definitions } from './catalogue/definitions';
import { LiveCatalogue } from './catalogue/live-catalogue';
import { LogDatabase } from './catalogue/log-database';
import { ReferenceController } from './openapi/reference.controller';
import { ReferenceService } from './openapi/reference.service';
import type { RangeCaching } from './platform/config/config';
import { Drain } from './platform/health/drain';
import { HealthController } from './platform/health/health.controller';
import { HealthService } from './platform/health/health.service';
import { StartUp } from './platform/health/start-up';
import { BucketStorage } from './platform/rate-limit/bucket-storage';
import { FailedKeys } from './platform/rate-limit/failed-keys';
import { NetworkLimit } from './platform/rate-limit/network-limit';
import { KEY_THROTTLERS } from './platform/rate-limit/rate-limit.guard';
import { RowCost } from './platform/rate-limit/row-cost';
import { PublicUrl } from './platform/responses/public-url';
import { AllocationRangeController } from './resources/allocations/allocation-range.controller';
import { AllocationRangeService } from './resources/allocations/allocation-range.service';
import { RangeCachePolicy } from './resources/allocations/range-cache-policy';
import { RangeLookups } from './resources/allocations/range-lookups';
import { CalendarController } from './resources/calendar/calendar.controller';
import { CalendarService } from './resources/calendar/calendar.service';
import { CalendarFeedBackend } from './resources/calendars/calendar-feed-backend';
import { CalendarsController } from './resources/calendars/calendars.controller';
import { CalendarsService } from './resources/calendars/calendars.service';
import { FeedFiles } from './resources/calendars/feed-files';
import { FeedReader } from './resources/calendars/feed-reader';
import { FeedStore } from './resources/calendars/feed-store';
import { DomainsController } from './resources/domains/domains.controller';
import { DomainsService } from './resources/domains/domains.service';
import { DropsController } from './resources/drops/drops.controller';
import { DropsService } from './resources/drops/drops.service';
import { DropsWithHypeService } from './resources/drops/drops-with-hype.service';
import { PastDropsService } from './resources/drops/past-drops.service';
import { EligibilityController } from './resources/eligibility/eligibility.controller';
import { ClaimsController } from './resources/claims/claims.controller';
import { ClaimsService } from './resources/claims/claims.service';
import { ClaimCallsController } from './resources/claim-calls/claim-calls.controller';
import { ClaimCallTerms } from './resources/claim-calls/claim-call-terms';
import { ClaimCallsService } from './resources/claim-calls/claim-calls.service';
import { ClearSigningController } from './resources/clear-signing/clear-signing.controller';
import { ClearSigningService } from './resources/clear-signing/clear-signing.service';
import { DistributorsController } from './resources/claims/distributors.controller';
import { DistributorsService } from './resources/claims/distributors.service';
import { ClaimLedgers } from './resources/eligibility/claim-ledgers';
import { DropChecks } from './resources/eligibility/drop-checks';
import { ListVersions } from './resources/eligibility/list-versions';
import { EligibilityService } from './resources/eligibility/eligibility.service';
import { CHECK_BATCHES_MAX, ListLookups } from './resources/eligibility/list-lookups';
import { WalletParser } from './resources/eligibility/wallet-parser';
import { EventsController } from './resources/events/events.controller';
import { EventsService } from './resources/events/events.service';
import { ExplainController } from './resources/explain/explain.controller';
import { ExplainService, FigureRules } from './resources/explain/explain.service';
import { HypeController } from './resources/hype/hype.controller';
import { HypeService } from './resources/hype/hype.service';
import { McpController } from './resources/mcp/mcp.controller';
import { McpServices } from './resources/mcp/mcp-data';
import { McpService } from './resources/mcp/mcp.service';
import { McpTerms } from './resources/mcp/mcp-terms';
import { MeController } from './resources/me/me.controller';
import { MeService } from './resources/me/me.service';
import { OutcomesController } from './resources/outcomes/outcomes.controller';
import { OutcomesService } from './resources/outcomes/outcomes.service';
import { RecentScores } from './resources/hype/recent-scores';
import { PictureSeries } from './resources/pictures/picture-series';
import { PicturesController } from './resources/pictures/pictures.controller';
import { PicturesService } from './resources/pictures/pictures.service';
import { ProblemsController } from './resources/problems/problems.controller';
import { ExportDatabase } from './resources/snapshots/export-database';
import { SnapshotsController } from './resources/snapshots/snapshots.controller';
import { SnapshotsService } from './resources/snapshots/snapshots.service';
import { Transfers } from './resources/snapshots/transfers';
import { StreamController } from './resources/stream/stream.controller';
import { StreamsService } from './resources/stream/streams.service';
import { DeliveriesController } from './resources/webhooks/deliveries.controller';
import { DeliveriesService } from './resources/webhooks/deliveries.service';
import { EndpointChallenges } from './resources/webhooks/endpoint-challenges';
import { EndpointTests } from './resources/webhooks/endpoint-tests';
import { RecoveriesController } from './resources/webhooks/recoveries.controller';
import { RecoveriesService } from './resources/webhooks/recoveries.service';
import { StatusController } from './resources/status/status.controller';
import { StatusService } from './resources/status/status.service';
import { WorkerReports } from './resources/status/worker-reports';
import { WalletClaims } from './resources/wallets/wallet-claims';
import { WalletDropsService } from './resources/wallets/wallet-drops.service';
import { WalletHistoryService } from './resources/wallets/wallet-history.service';
import { WalletLookups } from './resources/wallets/wallet-lookups';
import { WalletsController } from './resources/wallets/wallets.controller';
import { WebhookBackend, type WebhookParts } from './resources/webhooks/webhook-parts';
import { WebhooksController } from './resources/webhooks/webhooks.controller';
import { WebhooksService } from './resources/webhooks/webhooks.service';

/** Dependencies of the resources. */
export interface SharedParts {
  readonly catalogue: LiveCatalogue;
  readonly db: LogDatabase;
  readonly clock: Clock;
  readonly drain: Drain;
  /** True once all processes of the instance have been started; by default it has no others. */
  readonly isGroupStarted?: (() => boolean) | undefined;
  readonly publicUrl: string;
  /** Reader of the claim states of wallets. */
  readonly claims: Pick<ClaimChecker, 'stateOf'>;
  /** Nodes by which claims are prepared. */
  readonly claimNodes: Pick<ClaimNodes, 'of'>;
  /** Settings of claim calls. */
  readonly claimCalls: ClaimCallTerms;
  readonly buckets: BucketStorage;
  /** Limit of invalid keys, and of unknown addresses of calendars, by client address. */
  readonly failedKeys: Pick<FailedKeys, 'assertMayTry' | 'count'>;
  /** Calendar feeds; without them, their routes return 503. */
  readonly feeds?: CalendarFeedRepository | undefined;
  /** Creates the streams of events, once. */
  readonly createStreams: () => StreamsService;
  /** Limit of pictures, which need no key; null: there are no pictures. */
  readonly pictures: NetworkLimit | null;
  /** Caching of allocation ranges; by default only clients store them. */
  readonly ranges?: RangeCaching | undefined;
  /** Ruleset of the explanations; the default ruleset if absent. */
  readonly ruleset?: Ruleset | undefined;
  /** Database of the bulk exports; without it, they return 503. */
  readonly databaseUrl?: string | undefined;
  /** Terms of the route for agents; without them, the route does not exist. */
  readonly mcp?: McpTerms | undefined;
  /** Dependencies of webhooks; without them, their routes return 503. */
  readonly webhooks?: WebhookParts | undefined;
  /** Additional controllers under the same rules. */
  readonly controllers?: readonly Type[] | undefined;
}

const CONTROLLERS: readonly Type[] = [
  DropsController,
  HypeController,
  ClaimsController,
  ClaimCallsController,
  ClearSigningController,
  DistributorsController,
  ExplainController,
  OutcomesController,
  DomainsController,
  CalendarController,
  CalendarsController,
  EligibilityController,
  WalletsController,
  AllocationRangeController,
  SnapshotsController,
  WebhooksController,
  DeliveriesController,
  RecoveriesController,
  EventsController,
  StreamController,
  MeController,
  StatusController,
  HealthController,
  ProblemsController,
  ReferenceController,
];

const SERVICES: readonly Type[] = [
  DropsService,
  DropsWithHypeService,
  PastDropsService,
  RecentScores,
  HypeService,
  ExplainService,
  OutcomesService,
  DomainsService,
  CalendarService,
  CalendarsService,
  FeedFiles,
  FeedReader,
  FeedStore,
  EligibilityService,
  ClaimCallsService,
  ClearSigningService,
  DropChecks,
  ListVersions,
  WalletDropsService,
  WalletClaims,
  WalletHistoryService,
  WalletLookups,
  AllocationRangeService,
  RangeLookups,
  RowCost,
  SnapshotsService,
  Transfers,
  WebhooksService,
  DeliveriesService,
  RecoveriesService,
  EndpointChallenges,
  EndpointTests,
  EventsService,
  MeService,
  StatusService,
  WorkerReports,
  HealthService,
];

/** All routes of the API. The resources share most of their dependencies, so they are one module. */
@Module({})
export class AppModule {
  static with(parts: SharedParts): DynamicModule {
    const { catalogue, db, buckets, pictures, mcp, isGroupStarted = () => true } = parts;
    return {
      module: AppModule,
      imports: [ThrottlerModule.forRoot({ ...KEY_THROTTLERS, storage: buckets })],
      controllers: [
        ...CONTROLLERS,
        ...(pictures === null ? [] : [PicturesController]),
        ...(mcp === undefined ? [] : [McpController]),
        ...(parts.controllers ?? []),
      ],
      providers: [
        { provide: LiveCatalogue, useValue: catalogue },
        { provide: LogDatabase, useValue: db },
        { provide: Clock, useValue: parts.clock },
        { provide: Drain, useValue: parts.drain },
        { provide: BucketStorage, useValue: buckets },
        { provide: FailedKeys, useValue: parts.failedKeys },
        { provide: CalendarFeedBackend, useValue: new CalendarFeedBackend(parts.feeds ?? null) },
        { provide: PublicUrl, useValue: new PublicUrl(parts.publicUrl) },
        { provide: ClaimChecker, useValue: parts.claims },
        { provide: ClaimNodes, useValue: parts.claimNodes },
        { provide: ClaimCallTerms, useValue: parts.claimCalls },
        { provide: Definitions, useValue: new Definitions(db, catalogue.definitions) },
        { provide: RangeCachePolicy, useValue: new RangeCachePolicy(parts.ranges) },
        { provide: FigureRules, useValue: new FigureRules(parts.ruleset ?? DEFAULT_RULESET) },
        { provide: ReferenceService, useValue: new ReferenceService(parts.publicUrl) },
        { provide: ExportDatabase, useFactory: () => new ExportDatabase(parts.databaseUrl ?? null) },
        ClaimLedgers,
        ClaimsService,
        DistributorsService,
        {
          provide: ListLookups,
          useFactory: (log: LogDatabase) => new ListLookups(log, CHECK_BATCHES_MAX),
          inject: [LogDatabase],
        },
        { provide: WalletParser, useFactory: () => WalletParser.create() },
        { provide: StreamsService, useFactory: parts.createStreams },
        {
          provide: StartUp,
          useFactory: (streams: StreamsService) =>
            new StartUp({ areStreamsAccepted: () => streams.isPrepared, isGroupStarted }),
          inject: [StreamsService],
        },
        { provide: WebhookBackend, useValue: new WebhookBackend(parts.webhooks ?? null) },
        ...SERVICES,
        ...(pictures === null ? [] : [{ provide: NetworkLimit, useValue: pictures }, PicturesService, PictureSeries]),
        ...(mcp === undefined ? [] : [{ provide: McpTerms, useValue: mcp }, McpServices, McpService]),
      ],
    };
  }
}
