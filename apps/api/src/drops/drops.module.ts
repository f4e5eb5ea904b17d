import { Module } from '@nestjs/common';
import { DropsController } from './drops.controller';
import { DropsService } from './drops.service';

@Module({ controllers: [DropsController], providers: [DropsService] })
export class DropsModule {}
