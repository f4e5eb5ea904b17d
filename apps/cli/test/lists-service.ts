import type { EligibilityResult } from '@droptrack/contracts';
import { type Database, openDatabase } from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { Droptrack } from '@droptrack/sdk';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProgram } from './api-program';
import { builtCommandLine, type CommandLine, commandLineWithin, documentOf } from './command-line';
import { builtProgram } from '@droptrack/program/testing';
import { until } from './service';

/** Catalogue file of a drop, with the members that a test needs. */
export interface CatalogueFile {
  readonly id: string;
  readonly chain: string;
  readonly [member: string]: unknown;
}

/** Built command line and API, with a catalogue and a database of a test. */
export class ListsService {
  #api: ApiProgram | null = null;
  #key = '';
  private constructor(
    private readonly database: TestDatabase,
    /** Directory in which commands run. */
    readonly home: string,
    readonly db: Database,
    private readonly commands: CommandLine,
    private readonly clock: MovableClock,
  ) {}

  /**
   * * @param name - part of the directory name.
   * * @param isWithin - for many calls: runs the command line within this process instead of as a program.
   * * @param env - additional variables of commands.
   */
  static async create(
    name: string,
    { isWithin = false, env = {} }: { isWithin?: boolean; env?: Readonly<Record<string, string>> } = {},
  ): Promise<ListsService> {
    const database = await createTestDatabase();
    const clock = await makeClockMovable(database.url);
    const home = mkdtempSync(join(tmpdir(), `droptrack-${name}-`));
    const db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    const options = { databaseUrl: database.url, home, env };
    const commands = isWithin ? commandLineWithin(options) : builtCommandLine(builtProgram('cli'), options);
    return new ListsService(database, home, db, commands, clock);
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  /** Runs a command that must succeed. @returns its JSON document. */
  droptrack<T>(...args: readonly string[]): Promise<T> {
    return documentOf(this.commands, args);
  }

  /** Applies these drops as the catalogue. */
  async apply(drops: readonly CatalogueFile[]): Promise<void> {
    const folder = join(this.home, 'catalogue');
    mkdirSync(folder, { recursive: true });
    const source = { kind: 'dataset', url: 'https://lists.example/data', at: '2026-11-01' };
    for (const drop of drops) {
      // JSON is YAML.
      writeFileSync(join(folder, `${drop.id}.yaml`), JSON.stringify({ name: drop.id, source, ...drop }));
    }
    await this.droptrack('catalogue', 'apply', folder, '--origin', 'lists');
  }

  /** Advances the clocks of the database and the API. Returns once the API serves the new time. */
  async passTime(ms: number): Promise<void> {
    const setAtMs = this.clock.now();
    await this.clock.set(this.clock.aheadMs + ms);
    await this.#api?.passTime(ms);
    await until(async () => {
      const answer = await this.#api?.ask('/v1/drops?limit=1', { key: this.#key });
      return answer === undefined || Date.parse(answer.headers.get('x-data-as-of') ?? '') >= setAtMs + ms;
    });
  }

  /** Starts the API with the current data. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<ApiProgram> {
    const issue = ['keys', 'issue', '--plan', 'scale', '--label', 'lists'];
    ({ secret: this.#key } = await this.droptrack<{ secret: string }>(...issue));
    this.#api = await ApiProgram.start(builtProgram('api'), { databaseUrl: this.database.url, env });
    return this.#api;
  }

  /** Starts the API with the current data. @returns a client with a key of the plan `scale`. */
  async startWithClient(): Promise<Droptrack> {
    const { url } = await this.start();
    return new Droptrack({ apiKey: this.#key, baseUrl: url });
  }

  /** Response of `POST /v1/eligibility`, which must be 200. */
  async check(drop: string, wallet: string): Promise<EligibilityResult> {
    if (this.#api === null) throw new Error('The API was not started');
    const body = JSON.stringify({ wallet, drop });
    const response = await this.#api.ask('/v1/eligibility', { key: this.#key, method: 'POST', body });
    const answer: unknown = await response.json();
    if (response.status !== 200) throw new Error(`${drop}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as EligibilityResult;
  }

  async stop(): Promise<void> {
    await this.#api?.stop();
    await this.db.close();
    await this.database.drop();
    rmSync(this.home, { recursive: true, force: true });
  }
}
