import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operator, printedCalls, until } from '../../../apps/cli/test/service';
import { mustRun } from '../../sdk/command';
import { missingPackages } from '../../test/packages';
import { CALLS, DROP, NOT_CALLED, WALLETS } from './calls';
import { bundleClients, CLIENTS, compileClients, generateClients } from './generate';
import { installPython, PYTHON } from './install-python';

/** Document of the service, as far as the tests read it. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: object };
}

/** Line that a client prints for a call. */
interface Line {
  readonly operationId: string;
  readonly status?: number;
  /** Reason for which the client rejects the response. */
  readonly failure?: string;
}

/** `describe` or `it`, or their `skip` with a printed reason. */
function unless<T extends jest.Describe | jest.It>(reason: string | null, block: T): T {
  if (reason === null) return block;
  process.stderr.write(`skipped, ${reason}: generated clients\n`);
  return block.skip as T;
}

const withoutGenerators = missingPackages('tools/openapi/generators');

unless(withoutGenerators, describe)('clients generated from the document that a service returns', () => {
  let home = '';
  let clients = '';
  let operator: Operator;
  let document: Document;
  let wrongService: Server;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'droptrack-generators-'));
    chmodSync(home, 0o755);
    clients = join(home, 'clients');
    operator = new Operator(home, { SOURCES_OFF: 'all', WEBHOOK_ALLOW_INSECURE: 'true' });
    const { said } = await operator.up();
    const baseUrl = new URL(printedCalls(said)[0]!.url).origin;
    document = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as Document;
    await generateClients(clients, document);
    const keys = JSON.parse(readFileSync(join(home, 'demo-keys.json'), 'utf8')) as { free: string; scale: string };
    const headers = { authorization: `Bearer ${keys.scale}` };
    const ask = (path: string) => fetch(baseUrl + path, { headers });
    await loadList(ask);
    const keyOf = { free: keys.free, none: '' };
    const calls = CALLS.map(({ plan, ...call }) => ({ ...call, key: plan === undefined ? keys.scale : keyOf[plan] }));
    writeFileSync(join(home, 'plan.json'), JSON.stringify({ baseUrl, calls }));
    const drop = (await (await ask(`/v1/drops/${DROP}`)).json()) as object;
    const wrong = {
      baseUrl: await startWrongService(drop),
      calls: calls.filter(({ path }) => path?.id === 'no-such-drop'),
    };
    writeFileSync(join(home, 'wrong.json'), JSON.stringify(wrong));
  }, 300_000);
  afterAll(() => {
    wrongService.close();
    operator.kill();
    rmSync(home, { recursive: true, force: true });
  });

  /** Starts a service that returns a drop whose name is a number. */
  async function startWrongService(drop: object): Promise<string> {
    wrongService = createServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...drop, name: 7 }));
    }).listen(0, '127.0.0.1');
    await once(wrongService, 'listening');
    return `http://127.0.0.1:${(wrongService.address() as AddressInfo).port}`;
  }

  /** Loads a list of generated wallets, and waits until the service has applied it. */
  async function loadList(ask: (path: string) => Promise<Response>): Promise<void> {
    const file = join(home, 'list.csv');
    writeFileSync(file, `wallet,amount\n${WALLETS.map((wallet, index) => `${wallet},${10 ** 9 + index}\n`).join('')}`);
    const terms = ['--unit', 'base', '--tree', 'openzeppelin', '--accept-mismatch', '--json'];
    const { code, stdout, stderr } = await operator.call('lists', 'load', DROP, file, ...terms);
    if (code !== 0) throw new Error(stdout + stderr);
    await until(async () => (await ask(`/v1/snapshots/drops/${DROP}/allocations`)).ok);
  }

  /** Lines of a client for a plan in the home. */
  async function linesOf(client: (typeof CLIENTS)[number] | 'python', plan: string): Promise<Line[]> {
    const [program, ...args] =
      client === 'python'
        ? [PYTHON, '-B', join(clients, 'client.py'), join(home, plan), join(clients, 'generated/openapi.json')]
        : [process.execPath, join(clients, 'programs', `${client}.mjs`), join(home, plan)];
    const printed = await mustRun(program, args, { cwd: clients });
    return printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  }

  const accepted = CALLS.map(({ operationId, status = 200 }) => ({ operationId, status }));
  const rejected = [{ operationId: 'getDrop', failure: expect.stringContaining('name') }];

  it('call every operation', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const known = new Set([...CALLS.map(({ operationId }) => operationId), ...Object.keys(NOT_CALLED)]);
    expect([...known].sort()).toEqual([...ids].sort());
  });

  describe('in TypeScript', () => {
    beforeAll(() => bundleClients(clients));

    it('compile strictly, with lists, nulls, unions and problems', () => compileClients(clients), 300_000);

    it.each(CLIENTS)('accept every response: %s', async (client) => {
      expect(await linesOf(client, 'plan.json')).toEqual(accepted);
    });

    // openapi-fetch validates nothing.
    it.each(['hey-api', 'orval'] as const)('reject a response that is not as documented: %s', async (client) => {
      expect(await linesOf(client, 'wrong.json')).toEqual(rejected);
    });
  });

  describe('in Python', () => {
    const test = unless(withoutGenerators ?? installPython(), it);
    test('accept every response', async () => expect(await linesOf('python', 'plan.json')).toEqual(accepted));
    test('reject a response that is not as documented', async () => {
      expect(await linesOf('python', 'wrong.json')).toEqual(rejected);
    });
  });
});
