import { type ColumnNames, USUAL_COLUMNS } from '@droptrack/eligibility/formats';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';

const MEANINGS = ['wallet', 'amount', 'index'] as const;

/**
 * Reads `--columns wallet=address,amount=total,index=nr,breakdown=staking,breakdown=bridge`: what each column is
 * called in the file, or as `#2` which one it is. Only `breakdown` may stand there several times.
 *
 * @throws {CliError}
 */
export function parseColumns(text: string | null): ColumnNames {
  let names = USUAL_COLUMNS;
  for (const part of text === null ? [] : text.split(',')) {
    const [, key = '', name = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    const meaning = MEANINGS.find((known) => known === key);
    if (key === 'breakdown' && name !== '' && !names.breakdown.includes(name)) {
      names = { ...names, breakdown: [...names.breakdown, name] };
    } else if (meaning !== undefined && name !== '' && names[meaning] === null) {
      names = { ...names, [meaning]: name };
    } else {
      throw new CliError(
        INVALID_ARGUMENT,
        '--columns must be like wallet=address,amount=amount: each once, with a name',
        { hint: 'The words before = are wallet, amount, index, and breakdown as often as there are reasons.' },
      );
    }
  }
  return names;
}
