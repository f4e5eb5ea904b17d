import type { EligibilityCheck } from '@droptrack/contracts';
import { IsString } from 'class-validator';

const TEXT = { message: 'must be a string', context: { code: 'type' } };

/** Body of POST /v1/eligibility. The service parses the wallet, which has its own problem code. */
export class CheckEligibilityDto implements EligibilityCheck {
  @IsString(TEXT)
  readonly wallet!: string;

  @IsString(TEXT)
  readonly drop!: string;
}
