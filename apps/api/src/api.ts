import 'reflect-metadata';
import fastifyCors from '@fastify/cors';
import type { Plan } from '@droptrack/contracts';
import type { Type } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { CalendarFeedRepository, Sql } from '@droptrack/persistence';
import type { DepartureTerms } from '@droptrack/program';
import { NestLog } from '@droptrack/program/logging';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppModule, type SharedParts } from './app.module';
import { type Config, STREAMS_MAX } from './platform/config/config';
import { ClaimCallTerms } from './resources/claim-calls/claim-call-terms';
import { createClaimChecker, createClaimNodes } from './resources/eligibility/create-claim-checker';
import { ProblemFilter } from './platform/errors/problem.filter';
import { Drain } from './platform/health/drain';
import { AcceptGuard } from './platform/input/accept.guard';
import { addAccessLogHook, addRequestHook, type RecordResponse } from './platform/server/request-hooks';
import { corsOptions } from './platform/server/cors';
import { createAdapter } from './platform/server/create-adapter';
import { MediaTypeGuard } from './platform/input/media-type.guard';
import { InputPipe } from './platform/input/input.pipe';
import { watchForProxies } from './platform/server/proxy-watch';
import { takeBodiesRaw } from './platform/input/raw-body';
import { RoutePolicies } from './platform/server/route-policy';
import { RouteTable } from './platform/server/route-table';
import { KeyGuard, type KeyUse } from './platform/auth/key.guard';
import type { KeyStore } from './platform/auth/key-store';
import { PlanGuard } from './platform/auth/plan.guard';
import type { Limits } from './platform/rate-limit/limits';
import { RateLimitGuard } from './platform/rate-limit/rate-limit.guard';
import { Clock } from './catalogue/clock';
import type { LiveCatalogue } from './catalogue/live-catalogue';
import { LogDatabase } from './catalogue/log-database';
import { AccessLog } from './platform/fast-path/access-log';
import type { ApiMetrics } from './platform/metrics/metrics';
import { SunsetGuard } from './platform/versioning/sunset.guard';
import { CalendarService } from './resources/calendar/calendar.service';
import { FeedStore } from './resources/calendars/feed-store';
import { DomainsService } from './resources/domains/domains.service';
import { DropsService } from './resources/drops/drops.service';
import { McpTerms } from './resources/mcp/mcp-terms';
import { viewRoutes } from './resources/view-routes';
import { StreamsService } from './resources/stream/streams.service';
import { onceAMinute } from './platform/logging/once-a-minute';
import type { WebhookParts } from './resources/webhooks/webhook-parts';

/** Dependencies of the API; tests pass their own clocks and stores. */
interface ApiParts {
  readonly catalogue: LiveCatalogue;
  /** Database for data that the views do not contain, with a statement timeout; it may be a replica. */
  readonly db: Sql;
  /** Dependencies of webhooks; without them, their routes return 503. */
  readonly webhooks?: WebhookParts | undefined;
  /** Calendar feeds; without them, their routes return 503. */
  readonly feeds?: CalendarFeedRepository | undefined;
  readonly keys: KeyStore;
  readonly keyUse: KeyUse;
  readonly limits: Pick<Limits, 'buckets' | 'failedKeys' | 'pictures'>;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic clock, in milliseconds; that of the process by default. */
  readonly monotonicMs?: () => number;
  /** True once all processes of the instance have been started; by default it has no others. */
  readonly isGroupStarted?: (() => boolean) | undefined;
  /** Additional controllers under the same rules; none by default. */
  readonly controllers?: readonly Type[];
}

/** API that is ready to listen, or to receive injected requests. */
interface Api {
  readonly app: NestFastifyApplication;
  readonly server: FastifyInstance;
  /** Prepared before the API listens, and woken when events were published, or a view has changed. */
  readonly streams: Pick<StreamsService, 'prepare' | 'wake'>;
  /** Called when calendar feeds or keys have changed. */
  readonly feeds: Pick<FeedStore, 'changed'>;
  /** Leaves as the terms say, rejects new requests, waits up to 10 s for requests in flight, and closes. */
  stop(terms?: DepartureTerms): Promise<void>;
}

/** Settings of the API. */
type ApiConfig = Pick<Config, 'http'> &
  Partial<Pick<Config, 'database' | 'ruleset' | 'claims' | 'arePicturesPublic' | 'ranges' | 'streamsMax'>>;

/** Creates the API. It does not listen yet. */
export async function createApi(config: ApiConfig, parts: ApiParts): Promise<Api> {
  const { publicUrl, corsOrigins } = config.http;
  const routes = new RouteTable();
  const filter = new ProblemFilter({ publicUrl, routes, logger: parts.logger });
  const requestLog = new AccessLog(parts.logger);
  const drain = new Drain();
  const detectProxy = watchForProxies(config.http, parts.logger);
  const { buckets, failedKeys } = parts.limits;
  const front = { ...parts, buckets, failedKeys, routes, filter, requestLog, drain, detectProxy };
  const adapter = createAdapter(config.http, front);
  const server = adapter.getInstance<FastifyInstance>();
  server.addHook('onRoute', ({ url, method }) => routes.add(url, method));
  addRequestHook(server, { routes, drain, problems: filter, detectProxy, hasCors: corsOrigins.length > 0 });
  if (corsOrigins.length > 0) await server.register(fastifyCors, corsOptions(corsOrigins));
  takeBodiesRaw(server, (error, request, reply) => filter.send(error, request, reply));
  const recordResponse = addAccessLogHook(server, requestLog, parts.metrics);

  const { isDiscoveredPrepared = false, ...urls } = config.claims ?? { rpcUrls: new Map() };
  const claims = createClaimChecker(urls, parts.logger);
  const claimNodes = createClaimNodes(urls, parts.now);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({
      ...sharedParts(config, parts),
      drain,
      ...{ claims, claimNodes, claimCalls: new ClaimCallTerms(isDiscoveredPrepared) },
      createStreams: () => createStreams(config.streamsMax, parts, recordResponse),
    }),
    adapter,
    { logger: new NestLog(parts.logger), abortOnError: false, bodyParser: false },
  );
  await addGuards(app, parts, routes);
  app.useGlobalFilters(filter);
  await app.init();
  await server.ready();
  for (const [path, respond] of viewRoutes(app.get(DropsService), app.get(CalendarService), app.get(DomainsService)))
    routes.respondBy(path, respond);
  return {
    app,
    server,
    streams: app.get(StreamsService),
    feeds: app.get(FeedStore),
    stop: (terms) => drain.stop(server, () => app.close(), terms).finally(() => (claims.close(), claimNodes.close())),
  };
}

/** Adds the checks of a request, each with its dependencies. */
async function addGuards(app: NestFastifyApplication, parts: ApiParts, routes: RouteTable): Promise<void> {
  // The order of checks (route, size, key, bucket, plan, Accept, media type, parameters, body) is the order of these lines and of Nest's own steps.
  const policies = new RoutePolicies(app.get(Reflector), routes);
  const viewFor = (plan: Plan) => parts.catalogue.viewFor(plan);
  const rateLimit = new RateLimitGuard(policies, parts.limits.buckets, viewFor, app.get(Reflector));
  await rateLimit.onModuleInit();
  app.useGlobalGuards(
    new KeyGuard(policies, parts.keys, parts.keyUse, parts.limits.failedKeys),
    rateLimit,
    new PlanGuard(policies),
    new SunsetGuard(policies, parts.now),
    new AcceptGuard(policies),
    new MediaTypeGuard(policies),
  );
  app.useGlobalPipes(new InputPipe());
}

/** Dependencies of the resources that need nothing but the settings and the parts. */
function sharedParts(
  config: ApiConfig,
  parts: ApiParts,
): Omit<SharedParts, 'drain' | 'claims' | 'claimNodes' | 'claimCalls' | 'createStreams'> {
  const { catalogue, webhooks, feeds, limits, controllers, isGroupStarted } = parts;
  return {
    catalogue,
    isGroupStarted,
    db: new LogDatabase(parts.db),
    clock: new Clock(parts.now),
    publicUrl: config.http.publicUrl,
    ranges: config.ranges,
    ruleset: config.ruleset,
    databaseUrl: config.database?.readUrl ?? config.database?.url,
    webhooks,
    buckets: limits.buckets,
    failedKeys: limits.failedKeys,
    feeds,
    mcp: new McpTerms(config.http, parts.logger),
    pictures: (config.arePicturesPublic ?? true) ? limits.pictures : null,
    controllers,
  };
}

function createStreams(
  streamsMax: number | undefined,
  parts: ApiParts,
  recordResponse: RecordResponse,
): StreamsService {
  const { logger, monotonicMs = () => performance.now() } = parts;
  return new StreamsService({
    ...parts,
    db: new LogDatabase(parts.db),
    registry: parts.metrics.registry,
    streamsMax: streamsMax ?? STREAMS_MAX,
    recordResponse,
    onFailed: onceAMinute(monotonicMs, (err: unknown) => logger.warn({ err }, 'events of streams cannot be read')),
    monotonicMs,
    random: Math.random,
  });
}
