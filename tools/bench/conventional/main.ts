import 'reflect-metadata';
import { Module, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { announce } from '../process/child-server';
import { DropsController } from './drops.controller';
import { DropsService } from './drops.service';
import { openPrisma, PrismaService } from './prisma.service';

// The same list as one would usually build it: validation of each request, a look-up of the key and a query for the
// rows each time, objects serialised at the end. It writes no log, counts nothing and sends few headers, which is in
// its favour.
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
