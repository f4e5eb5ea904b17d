import { type ColumnNames, USUAL_COLUMNS } from '@droptrack/eligibility/formats';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';

const MEANINGS = ['wallet', 'amount', 'index'] as const;

/**
 * Parses `--columns wallet=address,amount=total,index=nr,breakdown=staking,breakdown=bridge`: the name of each column in
 * the file, or its number as in `#2`. Only `breakdown` may be repeated.
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
        '--columns must be of the form wallet=address,amount=total, with each key once',
        { hint: 'Keys are wallet, amount, index, and breakdown, which may be repeated.' },
      );
    }
  }
  return names;
}
