import type { CommandDeclaration } from '../declare';

export const doctor: CommandDeclaration = {
  name: 'doctor',
  summary: 'diagnose problems',
  description:
    'Checks the configuration, the database, the log, the worker, the sources, the webhooks, the API and the explorer, and ' +
    'reports how to fix each problem. Read-only. Exits with code 1 if a check fails.',
  options: {
    '--probe': 'also ask each configured source and node once, and show what it returned or why not, within 20 s each',
  },
  examples: ['droptrack doctor', 'droptrack doctor --probe', 'droptrack doctor --probe --json'],
  load: async () => (await import('./doctor')).diagnose,
};
