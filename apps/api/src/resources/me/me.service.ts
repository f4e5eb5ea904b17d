import type { ApiKey } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { Answer } from '../../platform/responses/answer';
import { AnswerAt } from '../../platform/responses/response-writer';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { presentMe } from './me.presenter';

/** Tells a key's owner what the key may do. */
@Injectable()
export class MeService {
  constructor(private readonly catalogue: LiveCatalogue) {}

  /** @param parts - what the key's bucket holds. */
  get(key: ApiKey, parts: number): AnswerAt {
    const me = presentMe(key, parts, this.catalogue.delaySecondsOf(key.plan));
    return new AnswerAt(new Answer(JSON.stringify(me), false), this.catalogue.seenBy(key).asOfMs);
  }
}
