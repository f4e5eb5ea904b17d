import { interruptible } from '../../session/session';
import { API_OPTIONS, type CommandDeclaration, onApi } from '../declare';

export const mcp: CommandDeclaration = {
  name: 'mcp',
  summary: 'serve the tools for agents over standard input and output',
  description:
    'Serves the tools for assistants and agents by the Model Context Protocol over standard input and output ' +
    '(docs/agents.md); clients start it. It reads the API with the key from DROPTRACK_API_KEY or --key-file. Clients that ' +
    'support HTTP can use POST /mcp of the API without this command.',
  options: API_OPTIONS,
  examples: [
    'droptrack mcp',
    'droptrack mcp --url https://api.example.com --key-file ~/.droptrack-key',
    'claude mcp add droptrack --env DROPTRACK_API_KEY=dtk_… -- node /path/to/droptrack/apps/cli/bin/droptrack.cjs mcp --url https://api.example.com',
  ],
  load: async () => onApi(interruptible((await import('./mcp')).mcp)),
};
