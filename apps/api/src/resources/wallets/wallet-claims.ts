import type { EligibilityResult, WalletDrops } from '@droptrack/contracts';
import { Injectable } from '@nestjs/common';
import { Definitions } from '../../catalogue/definitions';
import { ClaimCallsService } from '../claim-calls/claim-calls.service';
import type { WalletDropsTerms } from './wallet-lookups';

/** Prepares the claims of wallets in many drops. */
@Injectable()
export class WalletClaims {
  constructor(
    private readonly definitions: Definitions,
    private readonly calls: ClaimCallsService,
  ) {}

  /**
   * Adds the claims that may be open to the drops of a wallet, which were checked with proofs.
   *
   * @param left - claims that the request may still prepare.
   */
  async add(
    found: WalletDrops,
    { current, include }: Pick<WalletDropsTerms, 'current' | 'include'>,
    left: { count: number },
  ): Promise<WalletDrops> {
    const open = found.data.filter(mayBeOpen).slice(0, left.count);
    left.count -= open.length;
    const claims = await Promise.all(
      open.map(async (result) => this.calls.ofResult(result, await this.definitions.of(result.drop, current))),
    );
    return { ...found, data: include.has('proofs') ? found.data : found.data.map(withoutProofs), claims };
  }
}

const mayBeOpen = ({ status, claim }: EligibilityResult): boolean =>
  status === 'eligible' && (claim.status === 'open' || claim.status === 'unknown');

const withoutProofs = (result: EligibilityResult): EligibilityResult => ({
  ...result,
  proof: null,
  entries: result.entries.map((entry) => ({ ...entry, proof: null })),
});
