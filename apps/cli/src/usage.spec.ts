import { Command } from 'commander';
import { formerAcceptMismatch } from './usage';

describe('formerAcceptMismatch', () => {
  it('keeps scripts with the former name working, and is not in the help', () => {
    const command = new Command().option('--accept-mismatch', 'accept it').addOption(formerAcceptMismatch());
    expect(command.parse(['--accept-difference'], { from: 'user' }).opts()).toMatchObject({ acceptMismatch: true });
    expect(command.helpInformation()).not.toContain('--accept-difference');
  });
});
