import 'reflect-metadata';
import fastifyCors from '@fastify/cors';
import type { Type } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { Sql } from '@droptrack/persistence';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module';
import { serverFactory } from './connections/create-server';
import { type MalformedAnswer, rejectMalformed } from './connections/malformed';
import type { Config } from './config/config';
import { createClaimChecker } from './eligibility/create-claim-checker';
import { ProblemFilter } from './errors/problem.filter';
import { Drain } from './health/drain';
import { AcceptGuard } from './http/accept.guard';
import { receive } from './http/arrival';
import { ApiAdapter } from './http/api-adapter';
import { MediaTypeGuard } from './http/media-type.guard';
import { InputPipe } from './http/input.pipe';
import { observe } from './http/observe';
import { watchForProxies } from './http/proxy-watch';
import { takeBodiesRaw } from './http/raw-body';
import { keepRawQuery } from './http/raw-query';
import { requestIds } from './http/request-id';
import { RoutePolicies } from './http/route-policy';
import { RouteTable } from './http/route-table';
import { KeyGuard, type KeyUse } from './keys/key.guard';
import type { KeyStore } from './keys/key-store';
import { PlanGuard } from './keys/plan.guard';
import { BucketGuard } from './limits/bucket.guard';
import type { Limits } from './limits/limits';
import { RouteLimitGuard } from './limits/route-limit.guard';
import { Clock } from './log/clock';
import type { LiveCatalogue } from './log/live-catalogue';
import { LogDatabase } from './log/log-database';
import { NestLog } from './log/nest-log';
import { RequestLog } from './log/request-log';
import type { ApiMetrics } from './metrics/metrics';
import { SunsetGuard } from './versioning/sunset.guard';
import type { WebhookParts } from './webhooks/webhook-parts';

/** What the API is made of beside its own code; tests give clocks and stores of their own. */
export interface ApiParts {
  readonly catalogue: LiveCatalogue;
  /** What the view does not hold is read here; each statement is bounded in time. */
  readonly db: Sql;
  /** What endpoints are kept in and vetted by; without it their routes answer 503. */
  readonly webhooks?: WebhookParts | undefined;
  readonly keys: KeyStore;
  readonly keyUse: KeyUse;
  readonly limits: Pick<Limits, 'buckets' | 'failedKeys'>;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Routes beside the API's own, under the same rules; none when not given. */
  readonly controllers?: readonly Type[];
}

/** The API, ready to listen or to be injected into. */
export interface Api {
  readonly app: NestFastifyApplication;
  readonly server: FastifyInstance;
  /** Refuses new requests, waits for those under way (10 s at most), and closes. */
  stop(): Promise<void>;
}

/** Longest path segment that is looked at: as long as Node lets a request be, so that every unknown id is told alike. */
const SEGMENT_LENGTH_MAX = 16_384;

/** Puts the API together. It does not listen yet. */
export async function createApi(
  config: Pick<Config, 'http'> & Partial<Pick<Config, 'database' | 'ruleset' | 'claims'>>,
  parts: ApiParts,
): Promise<Api> {
  const { publicUrl, corsOrigins } = config.http;
  const routes = new RouteTable();
  const filter = new ProblemFilter({ publicUrl, routes, logger: parts.logger });
  const requestLog = new RequestLog(parts.logger);
  const adapter = createAdapter(config.http, { filter, requestLog, metrics: parts.metrics });
  const server = adapter.getInstance<FastifyInstance>();
  const drain = new Drain();
  server.addHook('onRoute', ({ url, method }) => routes.add(url, method));
  const look = watchForProxies(config.http, parts.logger);
  receive(server, { routes, drain, problems: filter, look, leavesPreflights: corsOrigins.length > 0 });
  if (corsOrigins.length > 0) await server.register(fastifyCors, corsOptions(corsOrigins));
  takeBodiesRaw(server, (error, request, reply) => filter.send(error, request, reply));
  observe(server, requestLog, parts.metrics);

  const claims = createClaimChecker(config.claims?.rpcUrls ?? new Map(), parts.logger);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({
      catalogue: parts.catalogue,
      db: new LogDatabase(parts.db),
      clock: new Clock(parts.now),
      drain,
      publicUrl,
      claims,
      ruleset: config.ruleset,
      databaseUrl: config.database?.url,
      webhooks: parts.webhooks,
      buckets: parts.limits.buckets,
      controllers: parts.controllers,
    }),
    adapter,
    { logger: new NestLog(parts.logger), abortOnError: false, bodyParser: false },
  );
  // The order of checks (route, size, key, bucket, plan, Accept, media type, parameters, body) is the order of these lines and of Nest's own steps.
  const policies = new RoutePolicies(app.get(Reflector));
  const routeLimits = new RouteLimitGuard(parts.limits.buckets, app.get(Reflector));
  await routeLimits.onModuleInit();
  app.useGlobalGuards(
    new KeyGuard(policies, parts.keys, parts.keyUse, parts.limits.failedKeys),
    new BucketGuard(policies, parts.limits.buckets, routeLimits),
    new PlanGuard(policies),
    new SunsetGuard(policies, parts.now),
    new AcceptGuard(policies),
    new MediaTypeGuard(policies),
  );
  app.useGlobalPipes(new InputPipe());
  app.useGlobalFilters(filter);
  await app.init();
  await server.ready();
  return { app, server, stop: () => drain.stop(server, () => app.close()).finally(() => claims.close()) };
}

/** Parts that see each answer, those that no route gives included. */
interface AdapterParts {
  readonly filter: ProblemFilter;
  readonly requestLog: RequestLog;
  readonly metrics: ApiMetrics;
}

function createAdapter(http: Config['http'], { filter, requestLog, metrics }: AdapterParts): ApiAdapter {
  const { publicUrl, corsOrigins, trustedProxies, connectionsMax } = http;
  const nextId = requestIds();
  const onAnswered = ({ requestId, method, status }: MalformedAnswer): void => {
    metrics.answered('none', status, 0);
    requestLog.answered({ requestId, method, route: 'none', status, durationMs: 0, keyId: undefined });
  };
  return new ApiAdapter(
    {
      logger: false,
      serverFactory: serverFactory({ connectionsMax, onClosed: (reason) => metrics.connectionClosed(reason) }),
      genReqId: nextId,
      requestIdHeader: false,
      forceCloseConnections: 'idle',
      return503OnClosing: false,
      trustProxy: trustedProxies.length > 0 && [...trustedProxies],
      routerOptions: {
        querystringParser: keepRawQuery,
        maxParamLength: SEGMENT_LENGTH_MAX,
        ignoreTrailingSlash: false,
      },
      clientErrorHandler: rejectMalformed({ publicUrl, idFor: nextId, onAnswered }),
      frameworkErrors: (error, request, reply) => filter.send(error, request, reply),
    },
    { publicUrl, variesByOrigin: corsOrigins.length > 0 },
  );
}

/** What browsers may read beside the body. */
const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Data-As-Of',
  'X-Request-Id',
  'Deprecation',
  'Sunset',
];

const corsOptions = (origins: readonly string[]) => ({
  origin: [...origins],
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match', 'X-Request-Id'],
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 600,
  strictPreflight: false,
});
