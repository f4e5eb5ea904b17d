import { SDK_ENTRY, sdkProgram } from '../sources/program';
import { undocumented } from './undocumented';

const program = sdkProgram();

describe('undocumented', () => {
  // Editors show these comments to users.
  it('finds nothing in the exports of the package', () => {
    expect(undocumented(program)).toEqual([]);
  });

  it('reports exports without a comment or an example', () => {
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
    expect(undocumented(sdkProgram(new Map([[SDK_ENTRY, text]]), program))).toEqual([
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
