import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';

/** A drop as Prisma returns it (schema.prisma). */
export interface DropRow {
  readonly id: string;
  readonly name: string;
  readonly chain: string;
  readonly status: string;
  readonly hypeScore: number;
  readonly hypeDelta7d: number;
  readonly hypeConfidence: number | null;
  readonly reward: number | null;
  readonly legit: number | null;
  readonly difficulty: number | null;
  readonly evP50Usd: number | null;
  readonly evP10Usd: number | null;
  readonly evP90Usd: number | null;
  readonly snapshotBlock: number | null;
  readonly snapshotDate: Date | null;
  readonly costUsd: number | null;
  readonly updatedAt: Date;
}

export interface KeyRow {
  readonly id: string;
  readonly plan: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The used part of the generated client; the client is generated when the benches are built, so its types are not here. */
export abstract class PrismaService {
  abstract readonly drop: { findMany(query: Readonly<Record<string, unknown>>): Promise<DropRow[]> };
  abstract readonly apiKey: { findUnique(query: { where: { keyHash: Uint8Array } }): Promise<KeyRow | null> };
}

/** Opens the client that Prisma generated from schema.prisma, with its usual pool. */
export function openPrisma(databaseUrl: string): PrismaService {
  const load = createRequire(__filename);
  const { PrismaClient } = load(join(__dirname, 'conventional-client.cjs')) as {
    readonly PrismaClient: new (options: { adapter: PrismaPg }) => PrismaService;
  };
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl }) });
}
