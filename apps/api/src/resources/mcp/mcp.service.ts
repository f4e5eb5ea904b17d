import type { ToolProblem, ToolServerParts } from '@droptrack/agent-tools';
import { TaskLimit } from '@droptrack/resilience';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import openApi from '../../../openapi.json';
import { requestKey } from '../../platform/auth/key.guard';
import { DomainError, UnavailableError } from '../../platform/errors/domain-error';
import { presentProblem } from '../../platform/errors/problem';
import { peekJson } from '../../platform/input/json-body';
import { ConcurrencyLimit } from '../../platform/rate-limit/concurrency-limit';
import { partsLeftOf } from '../../platform/rate-limit/rate-limit.guard';
import { PublicUrl } from '../../platform/responses/public-url';
import { McpData, McpServices } from './mcp-data';
import { handleByLibrary, type McpResponse, protocolError, rejectForeign } from './mcp-exchange';
import { McpTerms } from './mcp-terms';
import { handlePlainCall } from './plain-call';

/** Calls wait for the database and for chains, so several run at a time; more than can wait are rejected. */
const LIMITS = { concurrentMax: 16, pendingMax: 128, waitMsMax: 2_000 };
/** Calls of one account, waiting or running: one whose calls wait for a slow chain leaves slots to the others. */
const CALLS_PER_ACCOUNT_MAX = 4;

const tooManyCalls = (): UnavailableError => new UnavailableError('Too many concurrent calls of tools');

const tooManyCallsOfAccount = (max: number): DomainError =>
  new DomainError('rate_limited', `The keys of an account can have ${max} concurrent calls of tools`, {
    headers: { 'retry-after': '1' },
  });

/** Handles messages of the Model Context Protocol, without sessions. Arguments are neither stored nor logged. */
@Injectable()
export class McpService {
  readonly #slots = new ConcurrencyLimit(
    { perOwner: CALLS_PER_ACCOUNT_MAX, total: LIMITS.pendingMax },
    { ofOwner: tooManyCallsOfAccount, ofProcess: tooManyCalls },
  );
  readonly #limit = new TaskLimit(LIMITS, tooManyCalls);
  #turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly services: McpServices,
    private readonly publicUrl: PublicUrl,
    private readonly terms: McpTerms,
  ) {}

  /** @throws {DomainError} `rate_limited` while the account has too many calls; {@link UnavailableError} while all accounts have. */
  async handle(request: FastifyRequest, body: Uint8Array): Promise<McpResponse> {
    const rejected = await rejectForeign(request.headers, this.terms);
    if (rejected !== null) return rejected;
    const message = peekJson(body);
    if (message === undefined) return protocolError(ProtocolErrorCode.ParseError, 'The body is not JSON in UTF-8');
    // Each message costs tokens, and batches left the protocol with its revision 2025-06-18.
    if (Array.isArray(message)) {
      return protocolError(ProtocolErrorCode.InvalidRequest, 'Batches are not supported; send one message per request');
    }
    const call = async (): Promise<McpResponse> => {
      await this.#ownTurn();
      const { headers } = request;
      const parts = this.#partsFor(request);
      return (await handlePlainCall(headers, message, parts)) ?? handleByLibrary(headers, message, parts);
    };
    return this.#slots.run(requestKey(request).account, () => this.#limit.run(call));
  }

  /** Starts one call per turn of the event loop, so that other requests wait for a part of one call at most. */
  #ownTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => nextTurn());
    return this.#turn;
  }

  #partsFor(request: FastifyRequest): ToolServerParts {
    const context = { publicUrl: this.publicUrl.text, instance: '/mcp', requestId: request.id };
    const data = new McpData(this.services, {
      key: requestKey(request),
      partsLeft: partsLeftOf(request),
      presentProblem: (error) => presentProblem(error, context),
    });
    return {
      data,
      presentError: (error) => this.#present(error, request.id),
      version: openApi.info.version,
      pause: () => nextTurn(),
    };
  }

  /** Every error that is not a rejection is logged, and the agent receives a fixed text. */
  #present(error: unknown, requestId: string): ToolProblem {
    if (!(error instanceof DomainError)) {
      this.terms.logger.error({ err: error, requestId }, 'tool failed');
      return { code: 'internal_error', detail: 'Something went wrong on our side' };
    }
    const { code, message: detail, details } = error;
    const wait = details.headers?.['retry-after'];
    return { code, detail, ...details.members, ...(wait !== undefined && { retry_after_seconds: Number(wait) }) };
  }
}
