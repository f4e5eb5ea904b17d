import { Module } from '@nestjs/common';
import { HypeController } from './hype.controller';
import { HypeService } from './hype.service';

@Module({ controllers: [HypeController], providers: [HypeService] })
export class HypeModule {}
