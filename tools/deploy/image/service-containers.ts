import type { Cleanup } from '../../test/cleanup';
import { type ComposeService, ownServices, readCompose } from '../compose';
import type { BuiltImage } from './build-image';
import { Container } from './container';

const services = Object.fromEntries(ownServices(readCompose()));

/** A service of deploy/compose.yaml. @throws {Error} without it. */
export function serviceOf(name: string): ComposeService {
  const service = services[name];
  if (service === undefined) throw new Error(`deploy/compose.yaml has no ${name}`);
  return service;
}

interface Surroundings {
  readonly image: BuiltImage;
  /** Directory that appears as /run/secrets. */
  readonly secrets: string;
  readonly redisUrl: string;
  /** Ports of this machine by variable, in place of those of the containers. */
  readonly ports: Readonly<Record<string, string>>;
  /** Stops what was started. */
  readonly cleanup: Cleanup;
}

/**
 * The services of deploy/compose.yaml, each in a container of the image and with its own command, environment and health
 * check; only the names of hosts and the ports are those of this machine.
 */
export class ServiceContainers {
  constructor(private readonly around: Surroundings) {}

  /** Starts a service, or its container with another command. */
  async start(name: string, command = serviceOf(name).command ?? []): Promise<Container> {
    const { image, secrets, cleanup } = this.around;
    const run = { command, secrets, confinement: serviceOf(name), environment: this.#environmentOf(name) };
    const container = Container.start(image, run);
    await cleanup.push(() => container.stop());
    return container;
  }

  /** Runs a command to its end. @returns its output. @throws {Error} with its output, unless it exits with 0. */
  async command(...args: readonly string[]): Promise<string> {
    const container = await this.start('migrate', args);
    if ((await container.ended()) !== 0) throw new Error(`${args.join(' ')}: ${container.output}`);
    return container.output;
  }

  /** Repeats the health check of a service until it succeeds; the container prints why it does not. */
  async untilHealthy(name: string, container: Container): Promise<void> {
    const { image, secrets, ports } = this.around;
    const [, ...check] = serviceOf(name).healthcheck?.test ?? [];
    const command = check.map((each) =>
      each
        .replace(':3000', `:${ports['PORT']}`)
        .replace(':9465', `:${ports['WORKER_METRICS_PORT']}`)
        .replace(':3001', `:${ports['EXPLORER_PORT']}`),
    );
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await Container.run(image, { command, secrets, confinement: serviceOf(name) }).ended()) === 0) return;
    }
    throw new Error(`${name} is not healthy: ${container.output}`);
  }

  #environmentOf(name: string): Record<string, string> {
    const { redisUrl, ports } = this.around;
    return {
      ...serviceOf(name).environment,
      ...(name.startsWith('api') && { REDIS_URL: redisUrl, PUBLIC_URL: 'https://api.example.com' }),
      ...(name === 'explorer' && {
        EXPLORER_API_URL: `http://127.0.0.1:${ports['PORT']}`,
        EXPLORER_PUBLIC_URL: 'https://drops.example.com',
      }),
      SOURCES_OFF: 'all',
      ...ports,
    };
  }
}
