import { SDK_ENTRY, sdkProgram } from '../sources/program';
import { lacking } from './lacking';

const program = sdkProgram();

describe('lacking', () => {
  // Users read what their editor shows them: nothing that is exported is without a word.
  it('finds nothing in what the package exports', () => {
    expect(lacking(program)).toEqual([]);
  });

  it('names what has no comment or no example', () => {
    const text = `
      /** Explained. */
      export class Shown {
        make(): void {}
        /** Explained. */
        readonly given = 1;
        readonly bare = 2;
        #own = 3;
      }
      export interface Bare {
        /** Explained. */
        text: string;
        inner: {
          /** Explained. */
          a: 1;
          b: 2;
        } | null;
      }
      /** Explained. */
      export const make = 1;
      export function call(): void {}
      /** Explained. @minimum 0 */
      export type Name = string;
    `;
    expect(lacking(sdkProgram(new Map([[SDK_ENTRY, text]]), program))).toEqual([
      'Bare: no comment',
      'Bare.inner: no comment',
      'Bare.inner.b: no comment',
      'Shown: no example',
      'Shown.make: no comment',
      'Shown.make: no example',
      'Shown.bare: no comment',
      'call: no comment',
      'call: no example',
    ]);
  });
});
