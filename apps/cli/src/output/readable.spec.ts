import * as fc from 'fast-check';
import { readable } from './readable';

describe('readable', () => {
  it('keeps the form, and replaces what a terminal would obey or hide', () => {
    const value = { name: 'Zoë\u001b[2J\n\u202Egnp', list: ['\u009b1m', null, 3, true], nested: { at: '\u2028' } };
    expect(readable(value)).toEqual({ name: 'Zoë�[2J��gnp', list: ['�1m', null, 3, true], nested: { at: '�' } });
  });

  it('leaves no character for a terminal to obey in any text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readable([text])[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    ));
});
