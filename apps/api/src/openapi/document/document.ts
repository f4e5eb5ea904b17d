import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../../app.module';
import { Drain } from '../../platform/health/drain';
import { Clock } from '../../catalogue/clock';
import { BucketStorage } from '../../platform/rate-limit/bucket-storage';
import { NetworkLimit } from '../../platform/rate-limit/network-limit';
import { LogDatabase } from '../../catalogue/log-database';
import type { Components } from './component-schemas';
import { assertSameNames, DocumentationError } from './documentation-error';
import { exampleCatalogue, PUBLIC_URL } from './example-catalogue';
import { HEADERS, REQUEST_HEADERS } from './headers';
import { type Route, routesOf } from './nest-routes';
import type { OpenApiDocument, OperationObject } from './openapi-types';
import { sharedResponses } from './problem-responses';
import { type ControllerDocs, TAGS } from './route-docs';
import { readWireSchemas, type WireSchemas } from './wire-schemas';
import { describeRoute } from './operation';
import { describeWebhooks } from './webhooks';
import { allocationRangeDocs } from '../../resources/allocations/allocation-range.openapi';
import { calendarDocs } from '../../resources/calendar/calendar.openapi';
import { calendarsDocs } from '../../resources/calendars/calendars.openapi';
import { domainsDocs } from '../../resources/domains/domains.openapi';
import { dropsDocs } from '../../resources/drops/drops.openapi';
import { ClaimCallTerms } from '../../resources/claim-calls/claim-call-terms';
import { clearSigningDocs } from '../../resources/clear-signing/clear-signing.openapi';
import { claimCallsDocs } from '../../resources/claim-calls/claim-calls.openapi';
import { eligibilityDocs } from '../../resources/eligibility/eligibility.openapi';
import { walletsDocs } from '../../resources/wallets/wallets.openapi';
import { explainDocs } from '../../resources/explain/explain.openapi';
import { healthDocs } from '../../platform/health/health.openapi';
import { claimsDocs } from '../../resources/claims/claims.openapi';
import { distributorsDocs } from '../../resources/claims/distributors.openapi';
import { hypeDocs } from '../../resources/hype/hype.openapi';
import { meDocs } from '../../resources/me/me.openapi';
import { outcomesDocs } from '../../resources/outcomes/outcomes.openapi';
import { picturesDocs } from '../../resources/pictures/pictures.openapi';
import { statusDocs } from '../../resources/status/status.openapi';
import { problemsDocs } from '../../resources/problems/problems.openapi';
import { snapshotsDocs } from '../../resources/snapshots/snapshots.openapi';
import { eventsDocs } from '../../resources/events/events.openapi';
import { deliveriesDocs } from '../../resources/webhooks/deliveries.openapi';
import { recoveriesDocs } from '../../resources/webhooks/recoveries.openapi';
import { streamDocs } from '../../resources/stream/stream.openapi';
import { webhooksDocs } from '../../resources/webhooks/webhooks.openapi';
import { referenceDocs } from '../reference.openapi';

const DESCRIPTION_FILE = 'apps/api/src/openapi/document/description.md';

/**
 * Builds the OpenAPI document from the code of the API. The result is deterministic.
 *
 * @param root - root folder of the repository, from which types and texts are read.
 * @throws {DocumentationError} if a route has no documentation, documentation has no route, or the two differ.
 */
export function buildDocument(root: string, documented: readonly ControllerDocs[] = DOCUMENTED): OpenApiDocument {
  const parts = {
    catalogue: exampleCatalogue(),
    db: NO_DATABASE,
    clock: NO_CLOCK,
    drain: new Drain(),
    publicUrl: PUBLIC_URL,
    claims: NO_CHAIN,
    claimNodes: NO_NODES,
    claimCalls: new ClaimCallTerms(false),
    buckets: NO_BUCKETS,
    failedKeys: NO_FAILED_KEYS,
    pictures: NO_PICTURES,
    createStreams: noStreams,
  };
  const routes = routesOf(AppModule.with(parts));
  const schemas = readWireSchemas(root, routes);
  const paths = describePaths(routes, documented, schemas);
  const webhooks = describeWebhooks();
  return {
    openapi: '3.1.1',
    info: infoOf(root),
    servers: [{ url: '/', description: 'The deployment that serves this document' }],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths,
    webhooks,
    components: componentsOf({ paths, webhooks }, schemas.components),
  };
}

/** Dependencies of the module whose routes are inspected; no route is called. */
const NO_DATABASE = new LogDatabase({
  query: () => Promise.reject(new DocumentationError('no database in the generation of the document')),
});

const noStreams = (): never => {
  throw new DocumentationError('no streams in the generation of the document');
};

const NO_NODES = { of: () => [] };

const NO_CHAIN = { stateOf: () => Promise.resolve(null) };

const NO_BUCKETS = new BucketStorage(
  { take: () => ({ isAdmitted: true, parts: 0 }) },
  { level: () => 0, markDrawn: () => undefined },
);

const NO_PICTURES = new NetworkLimit({ take: () => ({ isAdmitted: true, parts: 0 }) }, 1);

const NO_FAILED_KEYS = { assertMayTry: () => undefined, count: () => undefined };

const NO_CLOCK = new Clock(() => 0);

/** The document as text, in the form that is checked in. */
export const serialise = (document: OpenApiDocument): string => `${JSON.stringify(document, null, 2)}\n`;

function describePaths(routes: readonly Route[], documented: readonly ControllerDocs[], schemas: WireSchemas) {
  const paths: Record<string, Record<string, OperationObject>> = {};
  const controllers = routes.map(({ controller }) => controller.name);
  assertSameNames(
    'controllers',
    controllers,
    documented.map(({ controller }) => controller.name),
  );
  for (const { controller, tag, routes: docs } of documented) {
    const own = routes.filter((route) => route.controller === controller);
    assertSameNames(
      controller.name,
      own.map(({ handler }) => handler),
      Object.keys(docs),
    );
    for (const route of own) {
      const described = docs[route.handler];
      if (described === undefined) throw new DocumentationError(`${controller.name}.${route.handler}`);
      (paths[route.path] ??= {})[route.method] = describeRoute(route, described, tag, schemas);
    }
  }
  return paths;
}

function componentsOf({ paths, webhooks }: Pick<OpenApiDocument, 'paths' | 'webhooks'>, all: Components) {
  const responses = sharedResponses();
  const used = JSON.stringify([paths, webhooks, responses]);
  const headers = Object.entries(HEADERS).filter(([name]) => used.includes(`#/components/headers/${name}"`));
  return {
    securitySchemes: { apiKey: API_KEY },
    parameters: REQUEST_HEADERS,
    headers: Object.fromEntries(headers),
    responses,
    schemas: usedSchemas(all, used),
  };
}

/** Schemas that a text refers to, directly or through another one, in their order. */
function usedSchemas(all: Components, text: string): Components {
  const refersTo = (where: string, name: string) => where.includes(`"#/components/schemas/${name}"`);
  const used = new Set(Object.keys(all).filter((name) => refersTo(text, name)));
  for (const name of used) {
    const schema = JSON.stringify(all[name]);
    for (const other of Object.keys(all)) if (refersTo(schema, other)) used.add(other);
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

const API_KEY = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'dtk_ and 36 letters and digits',
  description: 'API key, sent as `Authorization: Bearer dtk_…`. Plan and rate limit belong to the key.',
};

function infoOf(root: string): OpenApiDocument['info'] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    title: 'Droptrack API',
    summary: 'Scores, snapshots, calendars and eligibility checks for token distributions',
    description: readFileSync(join(root, DESCRIPTION_FILE), 'utf8').trim(),
    version,
    contact: { name: 'The Droptrack authors', url: '/docs' },
    license: { name: 'MIT', identifier: 'MIT' },
  };
}

/** Documentation of all controllers, in the order of the API reference. */
export const DOCUMENTED: readonly ControllerDocs[] = [
  dropsDocs,
  hypeDocs,
  claimsDocs,
  clearSigningDocs,
  distributorsDocs,
  explainDocs,
  outcomesDocs,
  domainsDocs,
  picturesDocs,
  calendarDocs,
  calendarsDocs,
  eligibilityDocs,
  claimCallsDocs,
  walletsDocs,
  allocationRangeDocs,
  snapshotsDocs,
  streamDocs,
  webhooksDocs,
  deliveriesDocs,
  recoveriesDocs,
  eventsDocs,
  meDocs,
  statusDocs,
  healthDocs,
  referenceDocs,
  problemsDocs,
];
