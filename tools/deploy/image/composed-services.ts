import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { freePort } from '@droptrack/program/testing';
import { RedisServer } from '../../../apps/api/test/redis-server';
import type { Cleanup } from '../../test/cleanup';
import { ownServices, readCompose } from '../compose';
import type { BuiltImage } from './build-image';
import { Container } from './container';

const services = Object.fromEntries(ownServices(readCompose()));
const PORTS = ['PORT', 'METRICS_PORT', 'WORKER_METRICS_PORT', 'EXPLORER_PORT', 'EXPLORER_METRICS_PORT'] as const;

/**
 * Services of deploy/compose.yaml, each in a container of an image and with its own command, environment and health check;
 * only the names of hosts and the ports are those of this machine.
 */
export class ComposedServices {
  private constructor(
    private readonly image: BuiltImage,
    /** Directory that appears as /run/secrets. */
    readonly secrets: string,
    private readonly redisUrl: string,
    /** Ports of this machine by variable, in place of those of the containers. */
    readonly ports: Readonly<Record<(typeof PORTS)[number], string>>,
    private readonly cleanup: Cleanup,
  ) {}

  /** @param cleanup - ends what was started. */
  static async open(image: BuiltImage, cleanup: Cleanup): Promise<ComposedServices> {
    const secrets = mkdtempSync(join(tmpdir(), 'droptrack-secrets-'));
    await cleanup.push(() => rmSync(secrets, { recursive: true }));
    chmodSync(secrets, 0o755);
    const database = await createTestDatabase({ migrated: false });
    await cleanup.push(() => database.drop());
    const redis = await RedisServer.start();
    await cleanup.push(() => redis.stop());
    const ports = await Promise.all(PORTS.map(async (name) => [name, String(await freePort())] as const));
    const byName = Object.fromEntries(ports) as Record<(typeof PORTS)[number], string>;
    const opened = new ComposedServices(image, secrets, redis.url, byName, cleanup);
    opened.keep('database_url', database.url);
    opened.keep('webhook_secret_key', Buffer.alloc(32, 1).toString('base64'));
    return opened;
  }

  /** Writes a secret. */
  keep(name: string, value: string): void {
    writeFileSync(join(this.secrets, name), value, { mode: 0o644 });
  }

  async start(service: string): Promise<Container> {
    const command = services[service]?.command ?? [];
    const container = Container.start(this.image, this.secrets, command, this.environmentOf(service));
    await this.cleanup.push(() => container.stop());
    return container;
  }

  /** Runs a command to its end. @returns its output. @throws {Error} with the output, unless it exits with 0. */
  async command(...args: string[]): Promise<string> {
    const container = Container.start(this.image, this.secrets, args, this.environmentOf('migrate'));
    const code = await container.ended();
    if (code !== 0) throw new Error(`${args.join(' ')}: ${container.output}`);
    return container.output;
  }

  /** Repeats the health check of a service until it succeeds. @throws {Error} with what its container has printed. */
  async untilHealthy(service: string, container: Container): Promise<void> {
    const [, ...check] = services[service]?.healthcheck?.test ?? [];
    const onThisMachine = check.map((each) =>
      each
        .replace(':3000', `:${this.ports.PORT}`)
        .replace(':9465', `:${this.ports.WORKER_METRICS_PORT}`)
        .replace(':3001', `:${this.ports.EXPLORER_PORT}`),
    );
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await Container.run(this.image, this.secrets, onThisMachine, {}).ended()) === 0) return;
    }
    throw new Error(`${service} is not healthy: ${container.output}`);
  }

  private environmentOf(service: string): Record<string, string> {
    return {
      ...services[service]?.environment,
      ...(service.startsWith('api') && { REDIS_URL: this.redisUrl, PUBLIC_URL: 'https://api.example.com' }),
      ...(service === 'explorer' && {
        EXPLORER_API_URL: `http://127.0.0.1:${this.ports.PORT}`,
        EXPLORER_PUBLIC_URL: 'https://drops.example.com',
      }),
      SOURCES_OFF: 'all',
      ...this.ports,
    };
  }
}
