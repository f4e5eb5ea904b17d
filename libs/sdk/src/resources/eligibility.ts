import type { EligibilityCheck, EligibilityResult } from '@droptrack/contracts';
import { ApiPromise } from '../api-promise';
import type { CallOptions } from '../options';
import type { Transport } from '../transport';

/** /v1/eligibility, from the plan `pro` on. */
export class Eligibility {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Whether a wallet gets something from a drop, and where it stands. Changes and stores nothing; `eligible`
   * is null while that is not known, which is not a no.
   *
   * @example
   * const { status, allocation } = await client.eligibility.check({ wallet: '0x…', drop: 'linea' });
   * @throws {ApiError} with code `invalid_wallet` for what is no EVM or Solana address, `drop_archived` for a drop
   *   that is no longer kept up; {@link NotFoundError} for an unknown slug; {@link PlanRequiredError}.
   */
  check({ wallet, drop }: EligibilityCheck, options: CallOptions = {}): ApiPromise<EligibilityResult> {
    return new ApiPromise(this.#transport.ask<EligibilityResult>(['eligibility'], { wallet, drop }, options));
  }
}
