import { createHash } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PrismaService } from './prisma.service';

@Injectable()
export class ApiKeyGuard implements CanActivate {
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
