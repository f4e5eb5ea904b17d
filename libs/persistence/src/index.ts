export { type AcceptReport, acceptCandidate, type Acceptance } from './discovery/accept-candidate';
export { CandidateRepository, type Decision } from './discovery/candidate.repository';
export {
  CandidateGoneError,
  CandidateMergeError,
  CandidateNotFoundError,
  CandidateStateError,
  DropIdTakenError,
} from './discovery/errors';
export { readDropIds } from './discovery/read-drop-ids';
export { readKnownTokens } from './discovery/read-known-tokens';
export type { FoundReport } from './discovery/found';
export { recordFound } from './discovery/record-found';
export { type CampaignListFacts, readCampaignLists, type ListResult } from './discovery/campaign-lists';
export { storeCampaignList } from './discovery/store-campaign-list';
export { type ApplyReport, applyDefinitions, DuplicateDefinitionError } from './drops/apply';
export type { Difference } from './drops/difference';
export { type ChangeKind, type DropChange, ForeignDropError, ReservedDropIdError } from './drops/plan';
export { ClaimHistoryRepository, type ClaimPlace, type StoredClaim } from './claims/claim-history.repository';
export { ClaimFiguresRepository, type ClaimHour, type StoredClaims } from './claims/claim-figures.repository';
export { addLedgerPage } from './claims/add-ledger-page';
export {
  ClaimLedgerRepository,
  type ClaimLookUp,
  type CurrentLedger,
  type FoundClaim,
  type StoredLedger,
  type StoredPosition,
} from './claims/claim-ledger.repository';
export { addMissingClaimTasks } from './claims/claim-tasks';
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
export { deleteWorkerClock, recordWorkerClock, readWorkerClocks } from './clock/worker-clocks';
export { Database, openDatabase, type Sql } from './database/database';
export { DatabaseRejectedError, DatabaseUnavailableError, isConnectionLost, isReadOnly } from './database/errors';
export { retryTimeouts } from './database/retry-timeouts';
export { readDiscoveryHealth } from './discovery/discovery-health';
export { readVerifiedCandidates } from './discovery/verified-candidates';
export { runRecompute, type RecomputeReport } from './recompute/recompute-run';
export { RecomputeQueue } from './recompute/recompute-queue';
export { exportAllocations, type ExportedAllocation } from './exports/allocations';
export { exportDropsAsOf } from './exports/catalogue';
export {
  type ExportedClaimHour,
  type ExportedEvent,
  type ExportedRevision,
  exportHistory,
  type HistoryEnd,
  type HistoryTables,
} from './exports/history';
export { type ExportedDropPoint, type ExportedPoint, exportPoints } from './exports/points';
export { type ApiKey, generateApiKey, hashApiKey, parseApiKey } from './keys/api-key';
export {
  type ApiKeyChange,
  ApiKeyNotFoundError,
  ApiKeyRepository,
  GRACE_PERIOD_SECONDS,
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
export { compareVersions } from './lists/compare-versions';
export { type ListDifference, WALLET_CHANGES, type WalletDifference } from './lists/list-difference';
export { ListRepository } from './lists/list.repository';
export {
  type FoundListRow,
  type ListLookUp,
  ListRowRepository,
  type ProofLookUp,
  type StoredTree,
} from './lists/list-row.repository';
export { ListRangeRepository, type RangeRow } from './lists/list-range.repository';
export type { ListRow, ListTree } from './lists/list-row';
export type { ListHeaderFact } from './lists/header';
export { type ListExpectations, type ListLoad, type ListReport, loadList, type LoadPhase } from './lists/load';
export { purgeLists, type PurgeReport } from './lists/purge';
export { ListHeaders, type StoredList } from './lists/list-headers';
export { DropRepository } from './drops/drop.repository';
export { type ListSwitchReport, removeList, rollBackList } from './lists/switch';
export { adoptDatabase } from './backup/adopt-database';
export { backupDatabase } from './backup/backup-database';
export { BackupError } from './backup/backup-error';
export { checkBackup } from './backup/backup-reader';
export type { Member as BackupMember, StoredMember } from './backup/format';
export { restoreDatabase, type RestoreReport } from './backup/restore-database';
export { appendRevisions, type RevisionDraft } from './log/append';
export { CLOCK_SKEW_MS_MAX, clockSkewMs } from './log/clock-skew';
export { ChannelListener } from './log/channel-listener';
export { confirmLog, type LastConfirmation, type LogConfirmation, readLastConfirmation } from './log/confirm';
export { LogFollower } from './log/follower';
export { LogGapError } from './log/log-gap.error';
export { readRevisionBatches } from './log/batches';
export { isLogUnread, readAccessVersions, readPosition } from './log/head';
export { PrimaryWatch } from './log/primary-watch';
export { readReplicatedHead, REPLICA_LAG_MS_MAX } from './log/replicated-head';
export { assertSameLog, OtherDatabaseError } from './log/same-log';
export { LOG_START, type LogPosition } from './log/position';
export {
  readLogStart,
  readLogState,
  readRevisionAt,
  readRevisions,
  readRevisionsAt,
  readRevisionsBefore,
} from './log/read';
export { readPricedDrops } from './market/priced-drops';
export { recordObservations } from './market/record-observations';
export { readSightedMarkets } from './market/sighted-markets';
export { migrate, type PendingMigration, planMigrations } from './migrate/migrate';
export { requireSchema } from './migrate/require-schema';
export { MigrationError, SchemaError } from './migrate/schema-error';
export { type OutcomesReport, recordTaskOutcomes } from './tasks/record-outcomes';
export {
  type AnnouncedNotice,
  type DeclaredSource,
  type ReportedHosts,
  type SourceHealth,
  SourceRepository,
} from './tasks/source.repository';
export { hasNoWayOut, type SourceState, sourceStateOf } from './tasks/source-state';
export {
  type Capacity,
  finderSource,
  type LeasedTask,
  LIST_SOURCE,
  CLAIM_SOURCE,
  PRICE_SOURCE,
  TASK_LEASE,
  type TaskKind,
  type TaskLease,
  type TaskOutcome,
  type TaskResult,
} from './tasks/task';
export { leaseTasks, type SourceInterval, TaskRepository } from './tasks/task.repository';
export { type ExplainedScore, explainScore } from './recompute/explain-score';
export { importReadings, type ReadingsReport } from './readings/import';
export { type LastReading, ReadingRepository } from './readings/reading.repository';
export { type NewReading, SOURCE_LENGTH_MAX } from './readings/reading';
export { ReadingsRejectedError, type ReadingViolation } from './readings/rejected-readings.error';
export { applyRetention } from './retention/apply-retention';
export type { ReplayDifference } from './replay/difference';
export { replayPoints, type ReplayReport, UnknownDropError } from './replay/replay';
export { type EmbeddedPostgres, hasEmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres';
export { EmbeddedPostgresError } from './postgres/embedded-postgres.error';
export { PointRepository, type StoredPoint, type StoredSignal, type StoredScore } from './points/point.repository';
export { DeliveryRepository, type DrainProgress, type StoredDelivery } from './webhooks/delivery.repository';
export { DeliveryQueue } from './webhooks/delivery-queue';
export {
  EndpointChangedError,
  EndpointDayLimitError,
  EndpointLimitError,
  type EndpointTerms,
  type StoredEndpoint,
} from './webhooks/endpoint';
export { type EndpointOverview, EndpointOverviews } from './webhooks/endpoint-overview';
export { type CreatedEndpoint, IdempotencyKeyReusedError } from './webhooks/creation.repository';
export { type EndpointCreation, EndpointRepository } from './webhooks/endpoint.repository';
export { type EventLag, EventRepository } from './webhooks/event.repository';
export { recountHostShares } from './webhooks/host-shares';
export { type LeasedDelivery } from './webhooks/lease';
export type { DeliveryOutcome } from './webhooks/outcomes';
export { publishEvents } from './webhooks/publish';
export { DeliveryQueueHealth, type QueueHealth } from './webhooks/queue-health';
export {
  type RecoveryBounds,
  RecoveryInProgressError,
  RecoveryLimitError,
  RecoveryRepository,
  type StoredRecovery,
} from './webhooks/recovery.repository';
export { stepRecovery } from './webhooks/recovery-step';
export { deleteOldEvents } from './webhooks/retention';
export { addScheduledEvents } from './webhooks/scheduled-events';
export { readSecretBox, type SealedSecret, SecretBox, SecretKeyError } from './webhooks/secret-box';
export { SecretRepository } from './webhooks/secret.repository';
export {
  areEventsKept,
  type EventHead,
  readEventHead,
  readRecordedMs,
  readStreamedEvents,
  type StreamedRow,
} from './webhooks/streamed-events';
