import type {
  CreatedWebhook,
  RotatedWebhookSecret,
  UpdateWebhook,
  Webhook,
  WebhookFilters,
} from '@droptrack/contracts';
import { WEBHOOK_LIMITS } from '@droptrack/contracts';
import { toPage } from '@droptrack/pagination';
import {
  type ApiKey,
  EndpointChangedError,
  EndpointDayLimitError,
  EndpointLimitError,
  type EndpointTerms,
  type StoredEndpoint,
  WebhookEndpoints,
} from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../../platform/errors/domain-error';
import { UnkeptAnswer } from '../../platform/responses/response-writer';
import { Clock } from '../../catalogue/clock';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { available } from '../../catalogue/log-database';
import { EndpointChallenges } from './endpoint-challenges';
import { assertEndpoint } from './endpoint-faults';
import { endpointOf, isWebhookId } from './endpoint-of';
import { noSecretKey, tooManyCreations, tooManyEndpoints, WebhookNotFoundError } from './errors';
import type { CreateWebhookDto, RotateSecretDto, UpdateWebhookDto } from './webhook-bodies.dto';
import { WebhookBackend } from './webhook-parts';
import { presentWebhook } from './webhook.presenter';

/** Whose endpoints are asked for. Keys that a rotation put in each other's place are of one account. */
export type Owner = Pick<ApiKey, 'account' | 'plan'>;

/** Keeps the endpoints of accounts. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly backend: WebhookBackend,
    private readonly catalogue: LiveCatalogue,
    private readonly clock: Clock,
    private readonly challenges: EndpointChallenges,
  ) {}

  /**
   * @throws {DomainError} `validation_failed`; `rate_limited` when the account has made as many in 24 hours as it may;
   *   {@link UnavailableError} also without a key for secrets.
   */
  async create({ account, plan }: Owner, body: CreateWebhookDto): Promise<UnkeptAnswer> {
    const parts = this.backend.get();
    if (parts.box === null) throw noSecretKey();
    await assertEndpoint(body, this.catalogue.seenBy({ plan }).view, parts);
    const { url, events, description = null, filters = null, enabled = true } = body;
    const terms = { url, events, description, ...termsOfFilters(filters), enabled };
    const nowMs = this.clock.nowMs();
    const { endpointsMax, endpointsPerDayMax: perDayMax } = parts;
    const mustProve = enabled && this.challenges.areRequired;
    const prove = (key: Uint8Array) => this.challenges.prove(account, { url, keys: [key] });
    const options = { perDayMax, ...(mustProve && { prove }) };
    const creation = this.#endpoints().create(account, terms, endpointsMax, nowMs, options);
    const created = await available(creation).catch((error: unknown) => {
      if (error instanceof EndpointLimitError) throw tooManyEndpoints(endpointsMax);
      if (error instanceof EndpointDayLimitError) throw tooManyCreations(perDayMax, error.freeAtMs - nowMs);
      throw error;
    });
    const webhook: CreatedWebhook = { ...presentWebhook(created.endpoint), secret: created.secret };
    const location = `/v1/webhooks/${webhook.id}`;
    return new UnkeptAnswer(JSON.stringify(webhook), nowMs, { status: 201, location });
  }

  /** All of them, the latest first: there are never more than fit a page. @throws {UnavailableError} */
  async list({ account }: Owner): Promise<UnkeptAnswer> {
    const nowMs = this.clock.nowMs();
    const endpoints = await available(this.#endpoints().list(account));
    return new UnkeptAnswer(JSON.stringify(toPage(endpoints.map(presentWebhook), null, new Date(nowMs))), nowMs);
  }

  /** @throws {WebhookNotFoundError} {@link UnavailableError} */
  async get({ account }: Owner, id: string): Promise<UnkeptAnswer> {
    const nowMs = this.clock.nowMs();
    return answer(await endpointOf(this.backend.get(), account, id), nowMs);
  }

  /** @throws {DomainError} `validation_failed`; {@link WebhookNotFoundError} {@link UnavailableError} */
  async update({ account, plan }: Owner, id: string, body: UpdateWebhookDto): Promise<UnkeptAnswer> {
    const parts = this.backend.get();
    const former = await endpointOf(parts, account, id); // Nobody looks names up for an endpoint that is not there.
    await assertEndpoint(body, this.catalogue.seenBy({ plan }).view, parts);
    const mustProve = this.challenges.areRequired && isNewlySentTo(former, body);
    if (mustProve) await this.#prove(former, body.url ?? former.url);
    const nowMs = this.clock.nowMs();
    const judged = this.challenges.areRequired ? former : null;
    const updating = this.#endpoints().update(account, id, changeOf(body), nowMs, judged);
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

  /** @throws {WebhookNotFoundError} {@link UnavailableError} also without a key for secrets. */
  async rotateSecret({ account }: Owner, id: string, body: RotateSecretDto): Promise<UnkeptAnswer> {
    const { grace_period_seconds: seconds = WEBHOOK_LIMITS.graceSeconds.default } = body;
    if (this.backend.get().box === null) throw noSecretKey();
    const nowMs = this.clock.nowMs();
    if (!isWebhookId(id)) throw new WebhookNotFoundError();
    const rotated = await available(this.#endpoints().rotateSecret(account, id, seconds, nowMs));
    if (rotated === null) throw new WebhookNotFoundError();
    const told: RotatedWebhookSecret = {
      id,
      secret: rotated.secret,
      previous_expires_at: new Date(rotated.previousExpiresMs).toISOString(),
    };
    return new UnkeptAnswer(JSON.stringify(told), nowMs);
  }

  #endpoints(): WebhookEndpoints {
    const { database, box } = this.backend.get();
    return new WebhookEndpoints(database, box);
  }
}

function answer(endpoint: Parameters<typeof presentWebhook>[0] | null, nowMs: number): UnkeptAnswer {
  if (endpoint === null) throw new WebhookNotFoundError();
  const webhook: Webhook = presentWebhook(endpoint);
  return new UnkeptAnswer(JSON.stringify(webhook), nowMs);
}

/** True for a change after which deliveries go where none were sent before. */
const isNewlySentTo = (
  former: StoredEndpoint,
  { url = former.url, enabled = former.enabled }: UpdateWebhook,
): boolean => enabled && (url !== former.url || !former.enabled);

/** What is left out stays; filters are replaced as a whole. */
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
