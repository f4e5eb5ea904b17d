import { namesEntityTag } from './entity-tag';

describe('namesEntityTag', () => {
  const etag = 'W/"abc"';

  it.each([['W/"abc"'], ['"abc"'], ['"x", W/"abc"'], ['W/"x" ,"abc"'], ['*'], [' * ']])('matches %s', (header) => {
    expect(namesEntityTag(header, etag)).toBe(true);
  });

  // An invalid header leads to a complete response, never to a wrong 304.
  it.each([[undefined], [''], ['abc'], ['"ab'], ['W/abc'], ['w/"abd"'], ['"x", *'], ['"abc d"'], ['*, "x"']])(
    'does not match %s',
    (header) => {
      expect(namesEntityTag(header, etag)).toBe(false);
    },
  );
});
