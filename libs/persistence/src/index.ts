export { type AcceptReport, acceptCandidate, type Acceptance } from './discovery/accept-candidate';
export { CandidateRepository, type CandidatesQuery, type Decision } from './discovery/candidate.repository';
export {
  CandidateGoneError,
  CandidateMergeError,
  CandidateNotFoundError,
  CandidateStateError,
  DropIdTakenError,
  type MergeReason,
} from './discovery/errors';
export { leaseNow } from './discovery/lease-now';
export { readDropIds } from './discovery/read-drop-ids';
export { readKnownTokens } from './discovery/read-known-tokens';
export type { FoundRecord, FoundReport, RecordedMerge } from './discovery/found';
export { recordFound } from './discovery/record-found';
export {
  type CampaignListFacts,
  type CampaignListOutcome,
  CampaignListRepository,
  type LeasedCampaignList,
} from './discovery/campaign-list.repository';
export { storeCampaignList } from './discovery/store-campaign-list';
export { type ApplyOptions, type ApplyReport, applyDefinitions, DuplicateDefinitionError } from './drops/apply';
export type { Difference } from './drops/difference';
export { type ChangeKind, type DropChange, ForeignDropError, ReservedDropIdError } from './drops/plan';
export { readCalibration } from './calibration/read-calibration';
export {
  CalendarFeedLimitError,
  CalendarFeedRepository,
  type CalendarFeedTerms,
  type IssuedCalendarFeed,
  parseFeedToken,
  type ReadableCalendarFeed,
  type StoredCalendarFeed,
} from './calendar-feeds/calendar-feed.repository';
export { DatabaseClock, type ProcessClocks, readClock } from './clock/database-clock';
export { deleteWorkerClock, recordWorkerClock, readWorkerClocks, type WorkerClockRecord } from './clock/worker-clocks';
export { Database, type DatabaseOptions, openDatabase, type Sql, type Transaction } from './database/database';
export { DatabaseRejectedError, DatabaseUnavailableError, isConnectionLost, isReadOnly } from './database/errors';
export type { DeclaredFinder, FinderHealth, FinderOutcome, LeasedFinder } from './discovery/finder';
export { FinderRepository } from './discovery/finder.repository';
export { type FinderState, finderStateOf } from './discovery/finder-state';
export { type DiscoveryHealth, readDiscoveryHealth } from './discovery/discovery-health';
export { readVerifiedCandidates } from './discovery/verified-candidates';
export { runRecompute, type RecomputeOptions, type RecomputeReport } from './recompute/recompute-run';
export { type RecomputeLag, RecomputeQueue } from './recompute/recompute-queue';
export { type AllocationsExport, exportAllocations, type ExportedAllocation } from './exports/allocations';
export { type DropsExport, exportDropsAsOf } from './exports/catalogue';
export type { TakeRows } from './exports/export-rows';
export {
  type ExportedEvent,
  type ExportedRevision,
  exportHistory,
  type HistoryEnd,
  type HistoryTables,
} from './exports/history';
export { type ExportedDropPoint, type ExportedPoint, exportPoints, type PointsExport } from './exports/points';
export { type ApiKey, generateApiKey, hashApiKey, parseApiKey } from './keys/api-key';
export {
  type ApiKeyChange,
  ApiKeyNotFoundError,
  ApiKeyRepository,
  GRACE_PERIOD_SECONDS,
  type IssuedApiKey,
} from './keys/api-key.repository';
export type { NewApiKey } from './keys/api-key.row';
export { KeyUse } from './keys/key-use';
export {
  LIST_VIOLATIONS_MAX,
  ListDropError,
  type ListViolation,
  ListGoneError,
  ListRejectedError,
  ListVersionError,
} from './lists/errors';
export { listTitle } from './lists/list-key';
export { type ComparedVersion, type ComparedVersions, compareVersions } from './lists/compare-versions';
export { type ListDifference, WALLET_CHANGES, type WalletChange, type WalletDifference } from './lists/list-difference';
export { ListRepository } from './lists/list.repository';
export type { ListFigures } from './lists/figures';
export {
  type FoundListRow,
  type ListLookUp,
  ListRowRepository,
  type ProofLookUp,
  type StoredShape,
  type StoredTree,
} from './lists/list-row.repository';
export { ListRangeRepository, type RangeRow } from './lists/list-range.repository';
export type { ListRow, ListRows, ListTree } from './lists/list-row';
export type { ListHeaderFact } from './lists/header';
export {
  type ListExpectations,
  type ListLoad,
  type ListReport,
  LOAD_PHASES,
  loadList,
  type LoadPhase,
} from './lists/load';
export { purgeLists, type PurgeReport } from './lists/purge';
export { ListHeaders, type StoredList } from './lists/list-headers';
export { DropRepository } from './drops/drop.repository';
export { type ListSwitch, type ListSwitchReport, removeList, rollBackList } from './lists/switch';
export { adoptDatabase } from './backup/adopt-database';
export { backupDatabase, type BackupOptions, type BackupReport } from './backup/backup-database';
export { BackupError, type BackupFault } from './backup/backup-error';
export { checkBackup } from './backup/backup-reader';
export type { BackupHead, Member as BackupMember, TableChecksum } from './backup/format';
export { restoreDatabase, type RestoreOptions, type RestoreReport } from './backup/restore-database';
export { appendRevisions, type RevisionCause, type RevisionDraft } from './log/append';
export { CLOCK_SKEW_MS_MAX, clockSkewMs } from './log/clock-skew';
export { ChannelListener, type ChannelListenerOptions } from './log/channel-listener';
export { confirmLog, type LastConfirmation, type LogConfirmation, readLastConfirmation } from './log/confirm';
export { LogFollower } from './log/follower';
export type { FollowedPosition, LogFollowerOptions } from './log/follower-options';
export { LogGapError } from './log/log-gap.error';
export { type LogBatch, readRevisionBatches } from './log/batches';
export { readAccessVersions, readPosition } from './log/head';
export { type PrimaryConfirmation, PrimaryWatch, type PrimaryWatchOptions } from './log/primary-watch';
export { readReplicatedHead, REPLICA_LAG_MS_MAX } from './log/replicated-head';
export { assertSameLog, OtherDatabaseError } from './log/same-log';
export { LOG_START, type LogPosition } from './log/position';
export { type LogState, readLogStart, readLogState, readRevisionAt, readRevisions, readRevisionsAt } from './log/read';
export { type NewObservation } from './market/observation';
export { type PricedDrop, readPricedDrops } from './market/priced-drops';
export { type ObservationsReport, recordObservations } from './market/record-observations';
export { readSightedMarkets } from './market/sighted-markets';
export {
  migrate,
  type MigrateOptions,
  type MigrationPlan,
  type PendingMigration,
  planMigrations,
} from './migrate/migrate';
export { requireSchema } from './migrate/require-schema';
export { MigrationError, SchemaError, type SchemaFault } from './migrate/schema-error';
export type { Release } from './migrate/schema-state';
export { leasePolls } from './polls/lease-polls';
export {
  type Capacity,
  type LeasedPoll,
  type PollOutcome,
  PollRepository,
  PRICE_SOURCE,
  type SourceInterval,
} from './polls/poll.repository';
export { type OutcomesReport, recordPollOutcomes } from './polls/record-outcomes';
export { type HeldBackHost, type DeclaredSource, type SourceHealth, SourceRepository } from './polls/source.repository';
export { type SourceState, sourceStateOf } from './polls/source-state';
export { type ExplainedScore, explainScore } from './recompute/explain-score';
export { importReadings, type ImportReadingsOptions, type ReadingsReport } from './readings/import';
export { type LastReading, ReadingRepository } from './readings/reading.repository';
export { type NewReading, SOURCE_LENGTH_MAX } from './readings/reading';
export { ReadingsRejectedError, type ReadingViolation } from './readings/rejected-readings.error';
export type { NewReadings } from './readings/staged-readings';
export { applyRetention, type RetentionOptions, type RetentionReport } from './retention/apply-retention';
export { type KeptEntity, readKeptFrom } from './retention/kept-from';
export type { ReplayDifference } from './replay/difference';
export {
  type ReplayOptions,
  replayPoints,
  type ReplayProgress,
  type ReplayReport,
  UnknownDropError,
} from './replay/replay';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from './postgres/embedded-postgres';
export { EmbeddedPostgresError } from './postgres/embedded-postgres.error';
export {
  type PointsQuery,
  PointRepository,
  type StoredPoint,
  type StoredSignal,
  type StoredScore,
  type StoredSignalState,
} from './points/point.repository';
export {
  type DeliveriesQuery,
  DeliveryRepository,
  type DrainProgress,
  type RetryNowReport,
  type StoredDelivery,
} from './webhooks/delivery.repository';
export { DeliveryQueue } from './webhooks/delivery-queue';
export {
  EndpointChangedError,
  EndpointDayLimitError,
  EndpointLimitError,
  type EndpointTerms,
  type StoredEndpoint,
} from './webhooks/endpoint';
export {
  type EndpointOverview,
  type EndpointOverviewQuery,
  EndpointOverviews,
  type EndpointOwner,
} from './webhooks/endpoint-overview';
export { type CreatedEndpoint, IdempotencyKeyReusedError } from './webhooks/creation.repository';
export { type CreateOptions, type EndpointCreation, EndpointRepository } from './webhooks/endpoint.repository';
export { type EventLag, EventRepository, type EventsQuery, type StoredEventBody } from './webhooks/event.repository';
export { recountHostShares } from './webhooks/host-shares';
export { DELIVERIES_PER_ENDPOINT, type LeasedBatch, type LeasedDelivery, type LeaseTerms } from './webhooks/lease';
export type { DeliveryOutcome, RecordOptions, RecordReport } from './webhooks/outcomes';
export { publishEvents, type PublishOptions, type PublishReport } from './webhooks/publish';
export { DeliveryQueueHealth, type QueueHealth } from './webhooks/queue-health';
export { DELIVERIES_CHANNEL } from './webhooks/queue-lock';
export {
  type RecoveryBounds,
  RecoveryInProgressError,
  RecoveryLimitError,
  RecoveryRepository,
  type RecoveryRequest,
  type RecoverySpan,
  type StoredRecovery,
} from './webhooks/recovery.repository';
export { type RecoveryStep, stepRecovery } from './webhooks/recovery-step';
export { deleteOldEvents, type EventRetentionOptions, type EventRetentionReport } from './webhooks/retention';
export { addScheduledEvents, type ScheduledEventsReport } from './webhooks/scheduled-events';
export {
  readSecretBox,
  type SealedSecret,
  SecretBox,
  type SecretBoxVariables,
  SecretKeyError,
} from './webhooks/secret-box';
export { type ResealReport, SecretRepository } from './webhooks/secret.repository';
export {
  areEventsKept,
  type EventHead,
  readEventHead,
  readRecordedMs,
  readStreamedEvents,
  type StreamedRow,
} from './webhooks/streamed-events';
