import { CliError } from '../../../output/cli-error';
import { assertReadable } from './foreign-files';

const of = (text: string): Uint8Array => Buffer.from(text, 'latin1');
function rejectionOf(start: Uint8Array): { message: string; hint: string | null } | null {
  try {
    assertReadable(start, 'my list');
    return null;
  } catch (error) {
    if (error instanceof CliError) return { message: error.message, hint: error.hint };
    throw error;
  }
}

describe('assertReadable', () => {
  it.each([
    [
      'PK\u0003\u0004\u0014\u0000\u0006\u0000[Content_Types].xml',
      'an Excel workbook (xlsx)',
      `,0,false,false' 'my list'`,
    ],
    ['PK\u0003\u0004\u0014\u0000\u0000\u0000xl/workbook.xml', 'an Excel workbook (xlsx)', `,0,false,false' 'my list'`],
    ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1', 'an old Excel workbook (xls)', 'as CSV'],
    ['PAR1\u0015\u0004\u0015', 'a Parquet file', `duckdb -c "COPY (FROM 'my list') TO 'list.csv'"`],
    ['\u00fd7zXZ\u0000', 'compressed with xz', "unxz 'my list'"],
    ['BZh91AY&SY', 'compressed with bzip2', 'bunzip2'],
    [`${'list.csv'.padEnd(257, '\u0000')}ustar`, 'a tar archive', 'tar -xf'],
    ['\u00ff\u00fea\u0000', 'text in UTF-16', 'UTF-8'],
    ['\n<!DOCTYPE html><title>404</title>', 'a web page (HTML)', 'Download'],
  ])('names the format of a file and a remedy: %#', (start, name, advice) => {
    expect(rejectionOf(of(start))).toEqual({
      message: `my list is ${name}`,
      hint: expect.stringContaining(advice) as string,
    });
  });

  it.each([
    '',
    'address,amount\n',
    '{"claims":{}}',
    '[{"address":"0x"}]',
    'PAR1,PK\n',
    '\u00ef\u00bb\u00bfwallet\n',
    '7z,BZh9\n',
  ])('accepts %j', (start) => expect(rejectionOf(of(start))).toBeNull());
});
