import type { Command } from 'commander';
import { version } from '../package.json';
import { addApiOptions, type ApiFlags, openApi } from './program-api';
import type { Session } from './runtime';
import { withExamples } from './usage';

/** Registers `droptrack mcp`. */
export function registerMcp(program: Command, session: Session, end: (code: number) => void): void {
  const command = program
    .command('mcp')
    .summary('serve the tools for agents over standard input and output')
    .description(
      'Serves the tools for assistants and agents by the Model Context Protocol over standard input and output ' +
        '(docs/agents.md); clients start it. It reads the API with the key from DROPTRACK_API_KEY or --key-file. Clients that ' +
        'support HTTP can use POST /mcp of the API without this command.',
    );
  addApiOptions(command).action(async (flags: ApiFlags) => {
    const [{ mcp }, { untilInterrupted }, { StdioServerTransport }] = await Promise.all([
      import('./commands/mcp'),
      import('./commands/api-client'),
      import('@modelcontextprotocol/server/stdio'),
    ]);
    const client = await openApi(session, flags);
    const { output, signals } = session;
    const transport = new StdioServerTransport();
    end(await untilInterrupted(signals, (signal) => mcp({ client, transport, version, output, signal })));
  });
  withExamples(
    command,
    ['mcp'],
    [
      'droptrack mcp',
      'droptrack mcp --url https://api.example.com --key-file ~/.droptrack-key',
      'claude mcp add droptrack --env DROPTRACK_API_KEY=dtk_… -- node /path/to/droptrack/apps/cli/bin/droptrack.cjs mcp --url https://api.example.com',
    ],
  );
}
