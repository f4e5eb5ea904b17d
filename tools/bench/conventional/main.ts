import 'reflect-metadata';
import { createHash } from 'node:crypto';
import type { Drop, Page } from '@droptrack/contracts';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  Query,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { announce } from '../process/child-program';
import { DropsService } from './drops.service';
import { ListDropsDto } from './list-drops.dto';
import { openPrisma, PrismaService } from './prisma.service';

// The same list in the usual way: validation of each request, a look-up of its key, a query for its rows, and objects
// serialised at the end. In its favour it writes no log, counts nothing and sends few headers.

@Injectable()
class ApiKeyGuard implements CanActivate {
  constructor(private readonly prisma: PrismaService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { authorization } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    const secret = authorization?.replace(/^Bearer /, '') ?? '';
    const keyHash = Uint8Array.from(createHash('sha256').update(secret).digest());
    const key = await this.prisma.apiKey.findUnique({ where: { keyHash } });
    if (key === null || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= new Date())) {
      throw new UnauthorizedException('The API key is not valid');
    }
    return true;
  }
}

@Controller('v1/drops')
@UseGuards(ApiKeyGuard)
class DropsController {
  constructor(private readonly drops: DropsService) {}

  @Get()
  list(@Query() query: ListDropsDto): Promise<Page<Drop>> {
    return this.drops.list(query);
  }
}

const providers = [
  DropsService,
  { provide: PrismaService, useFactory: () => openPrisma(process.env['DATABASE_URL'] ?? '') },
];

@Module({ controllers: [DropsController], providers })
class ConventionalModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create<NestFastifyApplication>(ConventionalModule, new FastifyAdapter(), {
    logger: false,
  });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
  await app.listen(0, '127.0.0.1');
  announce(app.getHttpServer().address());
}

void main();
