import { SDK_ENTRY, sdkProgram } from '../sources/program';
import { lacking } from './lacking';

const program = sdkProgram();

/** Yet to be written; nothing is added here. */
const TO_COME = [
  'Answer.data: no comment',
  'Answer.headers: no comment',
  'RateLimit.windowSeconds: no comment',
  'SignedTestWebhook.body: no comment',
  'SignedTestWebhook.headers: no comment',
  'SnapshotLine.row: no comment',
  'SnapshotLine.text: no comment',
];

describe('lacking', () => {
  // Users read what their editor shows them: nothing that is exported is without a word.
  it('finds nothing in what the package exports', () => {
    expect(lacking(program).filter((lack) => !TO_COME.includes(lack))).toEqual([]);
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
