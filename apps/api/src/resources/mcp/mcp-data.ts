import type { AgentData } from '@droptrack/agent-tools';
import type {
  CalendarEvent,
  ClaimAction,
  ClaimPreparationQuery,
  Drop,
  DropExplanation,
  EligibilityCheck,
  EligibilityResult,
  HypeSeries,
  HypeWindow,
  ListCalendarQuery,
  ListDropsQuery,
  Me,
  Page,
  Problem,
  ServiceStatus,
  WalletDropsQuery,
  WalletDropsResult,
} from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { includesPlan, planRequired } from '../../platform/auth/plan.guard';
import type { DomainError } from '../../platform/errors/domain-error';
import type { DataResponse } from '../../platform/responses/response-writer';
import { CalendarService } from '../calendar/calendar.service';
import type { ListCalendarDto } from '../calendar/list-calendar.dto';
import { ClaimCallsService } from '../claim-calls/claim-calls.service';
import type { ListDropsDto } from '../drops/drops.dto';
import { DropsService } from '../drops/drops.service';
import { EligibilityService } from '../eligibility/eligibility.service';
import { ExplainService } from '../explain/explain.service';
import { HypeService } from '../hype/hype.service';
import { MeService } from '../me/me.service';
import { StatusService } from '../status/status.service';
import { WalletDropsService } from '../wallets/wallet-drops.service';

/** Services behind the tools: those of the REST routes. */
@Injectable()
export class McpServices {
  constructor(
    readonly drops: DropsService,
    readonly explanations: ExplainService,
    readonly hype: HypeService,
    readonly calendar: CalendarService,
    readonly eligibility: EligibilityService,
    readonly wallets: WalletDropsService,
    readonly claims: ClaimCallsService,
    readonly me: MeService,
    readonly status: StatusService,
  ) {}
}

/** Caller of a request. */
interface McpCaller {
  readonly key: ApiKey;
  /** Level of the bucket of the key after the request, in parts. */
  readonly partsLeft: number;
  readonly presentProblem: (error: DomainError) => Problem;
}

/** Data for the tools of one request: the responses of the REST routes, without HTTP. */
export class McpData implements AgentData {
  constructor(
    private readonly services: McpServices,
    private readonly caller: McpCaller,
  ) {}

  async listDrops({ status, chain, ...query }: ListDropsQuery): Promise<Page<Drop>> {
    const dto: ListDropsDto = {
      ...query,
      ...(status !== undefined && { status: [status].flat() }),
      ...(chain !== undefined && { chain: [chain].flat() }),
    };
    return bodyOf(this.services.drops.list(this.caller.key, dto));
  }

  async getDrop(id: string): Promise<Drop> {
    return bodyOf(this.services.drops.get(this.caller.key, id));
  }

  async explainDrop(id: string): Promise<DropExplanation> {
    return bodyOf(await this.services.explanations.get(this.caller.key, id));
  }

  async getHype(id: string, window: HypeWindow): Promise<HypeSeries> {
    return bodyOf(await this.services.hype.get(this.caller.key, id, { window }));
  }

  async listCalendar(query: ListCalendarQuery): Promise<Page<CalendarEvent>> {
    const dto: ListCalendarDto = query;
    return bodyOf(this.services.calendar.list(this.caller.key, dto));
  }

  async checkEligibility(check: EligibilityCheck): Promise<EligibilityResult> {
    this.#requirePro('check_wallet');
    const { json } = await this.services.eligibility.check(this.caller.key, check);
    return JSON.parse(json) as EligibilityResult;
  }

  async listWalletDrops(query: WalletDropsQuery): Promise<WalletDropsResult> {
    this.#requirePro('check_wallet');
    const { key, presentProblem } = this.caller;
    const { json } = await this.services.wallets.check(key, query, presentProblem);
    return JSON.parse(json) as WalletDropsResult;
  }

  async prepareClaim(query: ClaimPreparationQuery): Promise<ClaimAction> {
    this.#requirePro('prepare_claim');
    const { json } = await this.services.claims.prepare(this.caller.key, query);
    return JSON.parse(json) as ClaimAction;
  }

  async getKey(): Promise<Me> {
    return bodyOf(this.services.me.get(this.caller.key, this.caller.partsLeft));
  }

  async getStatus(): Promise<ServiceStatus> {
    return bodyOf(await this.services.status.get(this.caller.key));
  }

  /** The plan guard cannot see which tool a request calls. */
  #requirePro(tool: string): void {
    const { plan } = this.caller.key;
    if (!includesPlan(plan, 'pro')) throw planRequired(`The tool ${tool}`, 'pro', plan);
  }
}

const bodyOf = <T>({ body, asOfMs }: DataResponse): T => JSON.parse(body.at(asOfMs).text) as T;
