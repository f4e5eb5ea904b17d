import { type ColumnNames, USUAL_COLUMNS } from '@droptrack/eligibility/formats';
import { ListRefusedError } from '@droptrack/persistence';
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

/** Where a list's columns are, from 0. */
export interface ColumnPlaces {
  readonly wallet: number;
  /** Null where nobody asks for amounts. */
  readonly amount: number | null;
}

const USUAL = { wallet: ['wallet', 'address'], amount: ['amount'] } as const;

/**
 * Finds the columns by the file's first line.
 *
 * @param needsAmount - false for a list of wallets only.
 * @throws {ListRefusedError} when one is not there, or there twice.
 */
export function findColumns(
  header: readonly string[],
  line: number,
  names: ColumnNames,
  needsAmount: boolean,
): ColumnPlaces {
  const find = (meaning: 'wallet' | 'amount'): number => {
    const wanted: readonly string[] = names[meaning] === null ? USUAL[meaning] : [names[meaning].toLowerCase()];
    const places = header.flatMap((name, place) => (wanted.includes(name.toLowerCase()) ? [place] : []));
    const [place] = places;
    if (place !== undefined && places.length === 1) return place;
    const called = wanted.map((name) => `"${name}"`).join(' or ');
    const message = place === undefined ? `has no column ${called}` : `has more than one column ${called}`;
    const hint = `the first line must be a header (--columns ${meaning}=… says what it is called)`;
    throw new ListRefusedError([{ line, message: `${message}; ${hint}` }], 1);
  };
  return { wallet: find('wallet'), amount: needsAmount ? find('amount') : null };
}
