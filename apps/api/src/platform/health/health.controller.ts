import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '../auth/requires-plan.decorator';
import { HealthService, type Readiness } from './health.service';

/** For load balancers and supervisors; neither needs a key. */
@Public()
@Controller()
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('healthz')
  @Header('cache-control', 'no-store')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Header('cache-control', 'no-store')
  ready(): Readiness {
    return this.health.readiness();
  }
}
