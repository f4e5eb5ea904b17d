import type { ApiKey } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { Answer } from '../http/answer';
import { AnswerAt } from '../http/response-writer';
import { LiveCatalogue } from '../log/live-catalogue';
import { presentMe } from './me.presenter';

/** Tells a key's owner what the key may do. */
@Injectable()
export class MeService {
  constructor(private readonly catalogue: LiveCatalogue) {}

  get(key: ApiKey): AnswerAt {
    return new AnswerAt(new Answer(JSON.stringify(presentMe(key)), false), this.catalogue.current().asOfMs);
  }
}
