import { CURSOR_LENGTH_MAX, DROP_ID_PATTERN, DROP_STATUSES, type DropStatus, PAGE_LIMIT } from '@droptrack/contracts';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Length, Matches, Max, Min } from 'class-validator';

const SplitCommas = (): PropertyDecorator => Transform(({ value }) => (value as string).split(','));

export class ListDropsDto {
  @IsOptional()
  @SplitCommas()
  @IsIn(DROP_STATUSES, { each: true })
  readonly status?: DropStatus[];

  @IsOptional()
  @SplitCommas()
  @Matches(DROP_ID_PATTERN, { each: true })
  readonly chain?: string[];

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(PAGE_LIMIT.min)
  @Max(PAGE_LIMIT.max)
  readonly limit: number = PAGE_LIMIT.default;

  @IsOptional()
  @Length(1, CURSOR_LENGTH_MAX)
  readonly cursor?: string;
}
