import { Command } from 'commander';
import { addCommand, FORMER_ACCEPT_MISMATCH } from './declare';

describe('FORMER_ACCEPT_MISMATCH', () => {
  it('keeps scripts with the former name working, and is not in the help', async () => {
    const inputs: object[] = [];
    const program = new Command('droptrack');
    const declared = {
      ...{ name: 'load', summary: 'load', description: 'Loads.', examples: ['droptrack load'] },
      options: { '--accept-mismatch': 'accept it', ...FORMER_ACCEPT_MISMATCH },
      load: async () => async (input: object) => inputs.push(input) && 0,
    };
    addCommand(program, declared, {} as never, () => undefined);
    await program.parseAsync(['load', '--accept-difference'], { from: 'user' });
    expect(inputs).toEqual([expect.objectContaining({ acceptMismatch: true })]);
    expect(program.commands[0]?.helpInformation()).not.toContain('--accept-difference');
  });
});
