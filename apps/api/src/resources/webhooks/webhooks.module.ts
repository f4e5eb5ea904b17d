import { type DynamicModule, Module } from '@nestjs/common';
import { EventsController } from '../events/events.controller';
import { EventsService } from '../events/events.service';
import { DeliveriesController } from './deliveries.controller';
import { DeliveriesService } from './deliveries.service';
import { EndpointChallenges } from './endpoint-challenges';
import { EndpointTests } from './endpoint-tests';
import { RecoveriesController } from './recoveries.controller';
import { RecoveriesService } from './recoveries.service';
import { WebhookBackend, type WebhookParts } from './webhook-parts';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Webhook endpoints, their deliveries and recoveries, and the event feed. */
@Module({})
export class WebhooksModule {
  /** @param parts - null without a database. */
  static over(parts: WebhookParts | null): DynamicModule {
    return {
      module: WebhooksModule,
      controllers: [WebhooksController, DeliveriesController, RecoveriesController, EventsController],
      providers: [
        { provide: WebhookBackend, useValue: new WebhookBackend(parts) },
        WebhooksService,
        DeliveriesService,
        RecoveriesService,
        EndpointChallenges,
        EndpointTests,
        EventsService,
      ],
    };
  }
}
