import { Module } from '@nestjs/common';
import { DropsController } from './drops.controller';
import { DropsService } from './drops.service';
import { PastDropsService } from './past-drops.service';

@Module({ controllers: [DropsController], providers: [DropsService, PastDropsService] })
export class DropsModule {}
