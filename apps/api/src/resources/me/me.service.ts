import { type Me, PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { ResponseBody } from '../../platform/responses/response-body';
import { DataResponse } from '../../platform/responses/response-writer';
import { wholeTokens } from '@droptrack/resilience';
import type { RequestKey } from '../../platform/auth/key.guard';
import { limitOf } from '../../platform/rate-limit/key-limit';
import { LiveCatalogue } from '../../catalogue/live-catalogue';

/** Describes the API key of a request. */
@Injectable()
export class MeService {
  constructor(private readonly catalogue: LiveCatalogue) {}

  /** @param parts - fill level of the key's bucket after this request. */
  get(key: RequestKey, parts: number): DataResponse {
    const me = presentMe(key, parts, this.catalogue.delaySecondsOf(key));
    return new DataResponse(new ResponseBody(JSON.stringify(me), false), this.catalogue.requireView(key).asOfMs);
  }
}

/** Wire format of a key. Members are listed explicitly, so that new columns are not exposed by accident. */
function presentMe(key: ApiKey, parts: number, delaySeconds: number): Me {
  const { plan, prefix, last4, createdAt, expiresAt } = key;
  const { terms } = limitOf(key);
  return {
    plan,
    rate_limit: {
      limit: terms.capacity,
      window_seconds: terms.windowSeconds,
      remaining: wholeTokens(parts, terms),
    },
    streams: { limit: PLAN_TERMS[plan].streams },
    features: [...PLAN_TERMS[plan].features],
    key: {
      prefix,
      last4,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
    },
    data_delay_seconds: delaySeconds,
  };
}
