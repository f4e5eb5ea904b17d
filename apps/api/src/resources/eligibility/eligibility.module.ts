import { Module } from '@nestjs/common';
import { EligibilityController } from './eligibility.controller';
import { EligibilityService } from './eligibility.service';
import { ListLookUps } from './list-look-ups';

@Module({ controllers: [EligibilityController], providers: [EligibilityService, ListLookUps] })
export class EligibilityModule {}
