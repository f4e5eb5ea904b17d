import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { builtProgram } from '@droptrack/program/testing';
import { Operator } from './service';

const BOTH = [null, '2026-07-28'];

describe('droptrack mcp', () => {
  const home = mkdtempSync(join(tmpdir(), 'droptrack-mcp-'));
  const operator = new Operator(home);
  let [url, mcpUrl, key, addLine] = ['', '', '', ''];
  beforeAll(async () => {
    const { said } = await operator.up();
    addLine = /^ +(claude mcp add .*)$/m.exec(said)![1]!;
    [, mcpUrl, key] = /droptrack (http\S+) --header "Authorization: Bearer (dtk_\w+)"$/.exec(addLine) as unknown as [
      string,
      string,
      string,
    ];
    url = mcpUrl.replace(/\/mcp$/, '');
  });
  afterAll(async () => {
    const { process: service, ended } = operator.running();
    service.kill('SIGTERM');
    await ended;
    operator.kill();
    rmSync(home, { recursive: true, force: true });
  });

  /** The official client with the built command as its child. */
  const connect = async (pin: string | null, apiUrl = url) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [builtProgram('cli'), 'mcp', '--url', apiUrl],
      env: { PATH: process.env['PATH'] ?? '', DROPTRACK_HOME: home, DROPTRACK_API_KEY: key },
      stderr: 'pipe',
    });
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      pin === null ? {} : { versionNegotiation: { mode: { pin } } },
    );
    const stderr: string[] = [];
    transport.stderr?.on('data', (chunk: Buffer) => void stderr.push(String(chunk)));
    await client.connect(transport);
    return { client, stderr };
  };

  it.each(BOTH)('serves the same facts as the route, to the official client (revision %s)', async (pin) => {
    const { client, stderr } = await connect(pin);
    expect((await client.listTools()).tools).toHaveLength(7);
    const { structuredContent } = await client.callTool({ name: 'find_drops', arguments: { q: 'linea', limit: 1 } });
    const response = await fetch(`${url}/v1/drops?q=linea&limit=1`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await response.json()) as { data: { id: string; chain: string; status: string }[] };
    expect(data).toHaveLength(1);
    const [{ id, chain, status } = { id: '', chain: '', status: '' }] = data;
    expect(structuredContent).toMatchObject({ drops: [{ id, chain, status }] });
    await client.close();
    expect(stderr.join('')).toBe('');
  });

  it('is added to a client over HTTP by the printed line', async () => {
    const response = await fetch(mcpUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('check_wallet')]);
  });

  it('reports an unreachable service as a result', async () => {
    const { client } = await connect(null, 'http://127.0.0.1:9');
    const { isError, content } = await client.callTool({ name: 'get_status', arguments: {} });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('connection_failed')]);
    await client.close();
  });

  // A client shows standard error of a server that does not start.
  it('fails without a key, with an explanation on standard error only', async () => {
    const child = spawn(process.execPath, [builtProgram('cli'), 'mcp'], {
      env: { PATH: process.env['PATH'] ?? '', DROPTRACK_HOME: home, DROPTRACK_API_KEY: '' },
    });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += String(chunk)));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += String(chunk)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, said.stdout]).toEqual([2, '']);
    expect(said.stderr).toMatch(/The API key is missing[^]*DROPTRACK_API_KEY/);
  });

  it('ends when its client closes standard input', async () => {
    const child = spawn(process.execPath, [builtProgram('cli'), 'mcp', '--url', url], {
      env: { PATH: process.env['PATH'] ?? '', DROPTRACK_HOME: home, DROPTRACK_API_KEY: key },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end();
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  });
});
