import { HISTORY_LIMIT, type WalletHistoryQuery } from '@droptrack/contracts';
import { integer, text } from '../../platform/input/body-rules';
import { CheckedMember, OptionalMember } from '../../platform/input/checked-member.decorator';

/** Body of POST /v1/wallets/history. The service parses the wallet, which has its own problem code. */
export class WalletHistoryQueryDto implements WalletHistoryQuery {
  @CheckedMember(text) readonly wallet!: string;
  @OptionalMember(integer({ min: 1, max: HISTORY_LIMIT.max })) readonly limit?: number;
  @OptionalMember(text) readonly cursor?: string;
}
