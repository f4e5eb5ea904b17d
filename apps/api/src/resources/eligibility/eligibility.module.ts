import { Module } from '@nestjs/common';
import { EligibilityController } from './eligibility.controller';
import { EligibilityService } from './eligibility.service';
import { ListLookups } from './list-lookups';

@Module({ controllers: [EligibilityController], providers: [EligibilityService, ListLookups] })
export class EligibilityModule {}
