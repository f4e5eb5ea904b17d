import type { EligibilityCheck } from '@droptrack/contracts';
import { IsString } from 'class-validator';

const TEXT = { message: 'must be a string', context: { code: 'type' } };

/** Body of POST /v1/eligibility. What texts mean is decided by the service: a wallet is refused by a code of its own. */
export class CheckEligibilityDto implements EligibilityCheck {
  @IsString(TEXT)
  readonly wallet!: string;

  @IsString(TEXT)
  readonly drop!: string;
}
