import { declaresJson, isUnencoded } from './media-type.guard';

describe('declaresJson', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; CharSet=utf8',
    'application/json; profile=x; charset=utf-8',
    ' application/json ;',
  ])('%s is JSON', (header) => {
    expect(declaresJson(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    ';;;',
    'application/json, text/plain',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=',
    'application/problem+json',
    'application/jsonp',
    'text/json',
    'application/x-www-form-urlencoded',
  ])('%s is not', (header) => {
    expect(declaresJson(header)).toBe(false);
  });
});

describe('isUnencoded', () => {
  it.each([undefined, '', 'identity', 'Identity'])('%s leaves the body as it is', (header) => {
    expect(isUnencoded(header)).toBe(true);
  });

  it.each(['gzip', 'br', 'identity, gzip', 'x'])('%s does not', (header) => {
    expect(isUnencoded(header)).toBe(false);
  });
});
