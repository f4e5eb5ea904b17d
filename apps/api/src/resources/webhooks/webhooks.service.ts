import {
  type CreatedWebhook,
  type RotatedWebhookSecret,
  type UpdateWebhook,
  type Webhook,
  WEBHOOK_LIMITS,
  type WebhookFilters,
} from '@droptrack/contracts';
import { toPage } from '@droptrack/pagination';
import {
  type ApiKey,
  EndpointChangedError,
  type EndpointCreation,
  EndpointDayLimitError,
  EndpointLimitError,
  type EndpointTerms,
  IdempotencyKeyReusedError,
  SecretKeyError,
  type StoredEndpoint,
  EndpointRepository,
} from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { accountLimitReached, UnavailableError } from '../../platform/errors/domain-error';
import { violationsOf } from '../../platform/input/check-body';
import { UncachedResponse } from '../../platform/responses/response-writer';
import { Clock } from '../../catalogue/clock';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { available } from '../../catalogue/log-database';
import { EndpointChallenges } from './endpoint-challenges';
import { assertEndpoint } from './assert-endpoint';
import { endpointOf, isWebhookId, WebhookBackend } from './webhook-parts';
import { idempotencyKeyReused, noSecretKey, tooManyCreations, WebhookNotFoundError } from './errors';
import type { CreateWebhookDto, RotateWebhookSecretDto, UpdateWebhookDto } from './webhooks.dto';

/** Owner of endpoints: the account of a key, which its rotated successors share, and its plan. */
export type Owner = Pick<ApiKey, 'account' | 'plan'>;

/** Manages the webhook endpoints of accounts. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly backend: WebhookBackend,
    private readonly catalogue: LiveCatalogue,
    private readonly clock: Clock,
    private readonly challenges: EndpointChallenges,
  ) {}

  /**
   * @param idempotencyKey - a request that repeats its key and body gets the stored response; null for none.
   * @throws {DomainError} `validation_failed`; `idempotency_key_reused`; `rate_limited` if the account has reached its limit
   *   of creations within 24 hours; {@link UnavailableError} also without an encryption key for secrets.
   */
  async create(owner: Owner, body: CreateWebhookDto, idempotencyKey: string | null): Promise<UncachedResponse> {
    if (this.backend.get().box === null) throw noSecretKey();
    const nowMs = this.clock.nowMs();
    const creation = await this.#create(owner, body, idempotencyKey, nowMs).catch((error: unknown) => {
      if (error instanceof IdempotencyKeyReusedError) throw idempotencyKeyReused();
      if (error instanceof SecretKeyError) throw noSecretKey();
      if (error instanceof EndpointLimitError) throw accountLimitReached('endpoint', error.max);
      if (error instanceof EndpointDayLimitError) throw tooManyCreations(error.max, error.freeAtMs - nowMs);
      throw error;
    });
    const webhook: CreatedWebhook = { ...presentWebhook(creation.endpoint), secret: creation.secret };
    const location = `/v1/webhooks/${webhook.id}`;
    const { isReplayed } = creation;
    return new UncachedResponse(JSON.stringify(webhook), nowMs, { status: 201, location, isReplayed });
  }

  /**
   * A repetition with valid members is found before its drops and its host are looked up: they may be gone since. Invalid
   * members have the values that the client sent, and never become terms.
   */
  async #create(
    { account, plan }: Owner,
    body: CreateWebhookDto,
    idempotencyKey: string | null,
    nowMs: number,
  ): Promise<EndpointCreation> {
    const { url, events, description = null, filters = null, enabled = true } = body;
    const terms = { url, events, description, ...termsOfFilters(filters), enabled };
    const endpoints = this.#endpoints();
    if (idempotencyKey !== null && violationsOf(body).length === 0) {
      const created = await available(endpoints.findCreated({ account, idempotencyKey, terms }, nowMs));
      if (created !== null) return created;
    }
    const parts = this.backend.get();
    await assertEndpoint(body, this.catalogue.requireView({ plan }).view, parts);
    const { endpointsMax, endpointsPerDayMax: perDayMax } = parts;
    const mustProve = enabled && this.challenges.areRequired;
    const prove = (key: Uint8Array) => this.challenges.prove(account, { url, keys: [key] });
    const options = { perDayMax, idempotencyKey, ...(mustProve && { prove }) };
    return available(endpoints.create(account, terms, endpointsMax, nowMs, options));
  }

  /** Lists all endpoints, latest first; the maximum number per account fits on one page. @throws {UnavailableError} */
  async list({ account }: Owner): Promise<UncachedResponse> {
    const nowMs = this.clock.nowMs();
    const endpoints = await available(this.#endpoints().list(account));
    return new UncachedResponse(JSON.stringify(toPage(endpoints.map(presentWebhook), null, new Date(nowMs))), nowMs);
  }

  /** @throws {WebhookNotFoundError} {@link UnavailableError} */
  async get({ account }: Owner, id: string): Promise<UncachedResponse> {
    const nowMs = this.clock.nowMs();
    return answer(await endpointOf(this.backend.get(), account, id), nowMs);
  }

  /** @throws {DomainError} `validation_failed`; {@link WebhookNotFoundError} {@link UnavailableError} */
  async update({ account, plan }: Owner, id: string, body: UpdateWebhookDto): Promise<UncachedResponse> {
    const parts = this.backend.get();
    const current = await endpointOf(parts, account, id); // Before host names are resolved.
    await assertEndpoint(body, this.catalogue.requireView({ plan }).view, parts);
    const mustProve = this.challenges.areRequired && startsDeliveries(current, body);
    if (mustProve) await this.#prove(current, body.url ?? current.url);
    const nowMs = this.clock.nowMs();
    const expected = this.challenges.areRequired ? current : null;
    const updating = this.#endpoints().update(account, id, changeOf(body), nowMs, expected);
    const updated = await available(updating).catch((error: unknown) => {
      if (error instanceof EndpointChangedError) throw new UnavailableError(`${error.message}; try again`);
      throw error;
    });
    return answer(updated, nowMs);
  }

  async #prove({ account, id }: StoredEndpoint, url: string): Promise<void> {
    if (this.backend.get().box === null) throw noSecretKey();
    const keys = await available(this.#endpoints().signingKeys(id, this.clock.nowMs()));
    await this.challenges.prove(account, { url, keys });
  }

  /** @throws {WebhookNotFoundError} {@link UnavailableError} */
  async remove({ account }: Owner, id: string): Promise<void> {
    const isRemoved = isWebhookId(id) && (await available(this.#endpoints().remove(account, id, this.clock.nowMs())));
    if (!isRemoved) throw new WebhookNotFoundError();
  }

  /** @throws {WebhookNotFoundError} {@link UnavailableError} also without an encryption key for secrets. */
  async rotateSecret({ account }: Owner, id: string, body: RotateWebhookSecretDto): Promise<UncachedResponse> {
    const { grace_period_seconds: seconds = WEBHOOK_LIMITS.graceSeconds.default } = body;
    if (this.backend.get().box === null) throw noSecretKey();
    const nowMs = this.clock.nowMs();
    if (!isWebhookId(id)) throw new WebhookNotFoundError();
    const rotated = await available(this.#endpoints().rotateSecret(account, id, seconds, nowMs));
    if (rotated === null) throw new WebhookNotFoundError();
    const response: RotatedWebhookSecret = {
      id,
      secret: rotated.secret,
      previous_expires_at: new Date(rotated.previousExpiresMs).toISOString(),
    };
    return new UncachedResponse(JSON.stringify(response), nowMs);
  }

  #endpoints(): EndpointRepository {
    const { database, box } = this.backend.get();
    return new EndpointRepository(database, box);
  }
}

function answer(endpoint: Parameters<typeof presentWebhook>[0] | null, nowMs: number): UncachedResponse {
  if (endpoint === null) throw new WebhookNotFoundError();
  const webhook: Webhook = presentWebhook(endpoint);
  return new UncachedResponse(JSON.stringify(webhook), nowMs);
}

/** True if the change starts deliveries to a URL that currently receives none. */
const startsDeliveries = (
  current: StoredEndpoint,
  { url = current.url, enabled = current.enabled }: UpdateWebhook,
): boolean => enabled && (url !== current.url || !current.enabled);

/** Terms to change: absent members remain, filters are replaced as a whole. */
function changeOf({ url, events, description, filters, enabled }: UpdateWebhook): Partial<EndpointTerms> {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(description !== undefined && { description }),
    ...(filters !== undefined && termsOfFilters(filters)),
    ...(enabled !== undefined && { enabled }),
  };
}

const termsOfFilters = (filters: WebhookFilters | null) => ({
  drops: filters?.drops ?? null,
  chains: filters?.chains ?? null,
  minHype: filters?.min_hype ?? null,
});

/** Wire format of an endpoint. Members are listed explicitly, so that secrets and new columns are not exposed. */
function presentWebhook(endpoint: StoredEndpoint): Webhook {
  const { id, url, events, description, drops, chains, minHype, enabled } = endpoint;
  return {
    id,
    url,
    events: [...events],
    description,
    filters: { drops: copied(drops), chains: copied(chains), min_hype: minHype },
    enabled,
    disabled_reason: endpoint.disabledReason,
    failing_since: instant(endpoint.failingSinceMs),
    created_at: new Date(endpoint.createdAtMs).toISOString(),
    updated_at: new Date(endpoint.updatedAtMs).toISOString(),
  };
}

const copied = (names: readonly string[] | null): string[] | null => (names === null ? null : [...names]);
const instant = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
