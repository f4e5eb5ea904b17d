import * as fc from 'fast-check';
import { runs } from '../../../../../../tools/test/runs';
import { compileSchemaCheck } from './drop-schema';
import { readDropText } from './read-drop';

const checkSchema = compileSchemaCheck();
const read = (text: string, file = 'linea.yaml') => readDropText(file, text, checkSchema);

describe('readDropText', () => {
  it('reads a drop', () => {
    const { definition, faults, idAt } = read('id: linea\nname: Linea\nchain: linea\n');
    expect(faults).toEqual([]);
    expect(definition).toMatchObject({ id: 'linea', name: 'Linea' });
    expect(idAt).toEqual({ id: 'linea', line: 1, column: 5 });
  });

  it('lists every error with its line, from all checks', () => {
    const text = [
      'id: scroll',
      'name: Linea',
      'chian: linea',
      'name: Again',
      'events:',
      '  - id: claim',
      '    type: claim',
      '    title: 5',
      '    starts_at: 2026-02-30',
      '',
    ].join('\n');
    const { definition, faults } = read(text);
    expect(definition).toBeNull();
    expect(faults.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)).toEqual([
      '1:1  "chain" is missing',
      '1:5 id must be the name of the file, "linea"',
      '3:1 chian unknown key "chian"; did you mean "chain"?',
      '4:1  key "name" is repeated',
      '8:12 events[0].title must be text: put it in quotes',
      '9:16 events[0].starts_at "2026-02-30" does not exist',
    ]);
  });

  it('reports an error in a shared source once, at its anchor', () => {
    const { faults } = read(
      'id: linea\nname: Linea\nsource: &docs { url: nowhere, at: 2026-08-01 }\nchain: { value: linea, source: *docs }\n',
    );
    expect(faults).toEqual([
      {
        file: 'linea.yaml',
        line: 3,
        column: 22,
        path: 'source.url',
        message: expect.stringContaining('https address'),
      },
    ]);
  });

  it('lists at most a hundred errors', () => {
    const { faults } = read(Array.from({ length: 500 }, (_, n) => `key${n}: 1`).join('\n'));
    expect(faults).toHaveLength(101);
    expect(faults.at(-1)?.message).toContain('the others are not listed');
  });

  it('never throws, and returns either a drop or errors', () => {
    const scrap = fc.constantFrom(
      'id: linea\n',
      'name: x\n',
      'chain: ',
      'events:\n',
      '- ',
      '  ',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '"',
      ': ',
      '\n',
      '\t',
      '? ',
      '!!',
      '---\n',
      '#',
      '|',
      '%',
      '2026-02-30',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(scrap, fc.string({ maxLength: 4, unit: 'binary' })), { maxLength: 30 }),
        (parts) => {
          const { definition, faults } = read(parts.join(''));
          expect(definition === null).toBe(faults.length > 0);
          for (const { line, column } of faults) expect(Math.min(line, column)).toBeGreaterThan(0);
        },
      ),
      { numRuns: runs(200, 1_000) },
    );
  });
});
