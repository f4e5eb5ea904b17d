import { namesEntityTag } from './response-body';

describe('namesEntityTag', () => {
  const etag = 'W/"abc"';

  it.each([['W/"abc"'], ['"abc"'], ['"x", W/"abc"'], ['W/"x" ,"abc"'], ['*'], [' * ']])(
    'takes %s for our tag',
    (header) => {
      expect(namesEntityTag(header, etag)).toBe(true);
    },
  );

  // Garbage must cost the caller a full answer, never a wrong 304.
  it.each([[undefined], [''], ['abc'], ['"ab'], ['W/abc'], ['w/"abd"'], ['"x", *'], ['"abc d"'], ['*, "x"']])(
    'does not take %s for our tag',
    (header) => {
      expect(namesEntityTag(header, etag)).toBe(false);
    },
  );
});
