import 'reflect-metadata';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { DomainError } from '../errors/domain-error';
import { integer, text } from './body-rules';
import { checkBody } from './check-body';
import { CheckedMember, OptionalMember } from './checked-member.decorator';

class NoteDto {
  @IsString({ message: 'must be a text', context: { code: 'type' } })
  @MaxLength(8, { message: 'must have at most 8 characters', context: { code: 'length' } })
  readonly title!: string;

  @IsOptional()
  @IsString({ message: 'must be a text', context: { code: 'type' } })
  readonly tag?: string;
}

/** As the bodies of the routes: checks only. */
class CheckedDto {
  @CheckedMember(text) readonly title!: string;
  @OptionalMember(integer({ min: 1, max: 9 })) readonly rank?: number;
}

const check = (body: string | Buffer) => checkBody(Buffer.from(body as string), NoteDto);

function rejectionOf(body: string | Buffer): DomainError {
  try {
    check(body);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('checkBody', () => {
  it('returns the DTO, with the last of repeated members', () => {
    const dto = check('{"title":1,"tag":"x","title":"a"}');
    expect(dto).toBeInstanceOf(NoteDto);
    expect(dto).toEqual({ title: 'a', tag: 'x' });
    expect(check(' {"title":"a"}\r\n')).toEqual({ title: 'a' });
  });

  it.each([
    ['nothing', ''],
    ['a cut body', '{"title":"a'],
    ['a comma too many', '{"title":"a",}'],
    ['no JSON', 'title=a'],
    ['two documents', '{"title":"a"}{}'],
    ['a byte order mark', '\ufeff{"title":"a"}'],
    ['what is no UTF-8', Buffer.from([...Buffer.from('{"title":"'), 0xff, ...Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"title":"a"}', 'utf16le')],
    ['NaN', '{"title":NaN}'],
  ])('malformed_json: %s', (_, body) => {
    expect(rejectionOf(body)).toMatchObject({ code: 'malformed_json', details: {} });
  });

  it.each(['[]', '[{"title":"a"}]', 'null', '"a"', '7', 'true'])('validation_failed: %s is no object', (body) => {
    const errors = [{ pointer: '#', code: 'type', detail: 'must be a JSON object' }];
    expect(rejectionOf(body)).toMatchObject({ code: 'validation_failed', details: { errors } });
  });

  it.each([
    ['{}', '#/title', 'required'],
    ['{"title":null}', '#/title', 'type'],
    ['{"title":7}', '#/title', 'type'],
    ['{"title":["a"]}', '#/title', 'type'],
    ['{"title":{"length":1}}', '#/title', 'type'],
    ['{"title":"123456789"}', '#/title', 'length'],
    ['{"title":"a","tag":7}', '#/tag', 'type'],
    ['{"title":"a","colour":"red"}', '#/colour', 'unknown'],
    // Names of inherited properties are not members, and must not change any prototype.
    ['{"title":"a","__proto__":{"tag":7}}', '#/__proto__', 'unknown'],
    ['{"title":"a","constructor":{"prototype":{"tag":7}}}', '#/constructor', 'unknown'],
    ['{"__proto__":{"title":"a"}}', '#/title', 'required'],
  ])('validation_failed: %s at %s as %s', (body, pointer, code) => {
    const { code: problem, details } = rejectionOf(body);
    expect(problem).toBe('validation_failed');
    expect(details.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(({} as { tag?: unknown }).tag).toBeUndefined();
  });

  it('reports all violations, up to a maximum number', () => {
    expect(rejectionOf('{"tag":7,"colour":1}').details.errors).toHaveLength(3);
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`m${index}`, 1]));
    expect(rejectionOf(JSON.stringify(many)).details.errors).toHaveLength(20);
  });

  // Clients log messages: they must not contain a value in the wrong position.
  it.each([
    '{"title":"a","0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045":1}',
    '{"title":"a","7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK":1}',
    '{"title":"a","b":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}',
    '{"title":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}',
    '{"title":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '"7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK"',
  ])('repeats nothing of %s', (body) => {
    const { message, details } = rejectionOf(body);
    expect(`${message}${JSON.stringify(details)}`).not.toMatch(/0xd8|7EqQ/);
  });

  it('rejects deeply nested bodies', () => {
    const deep = (open: string, close: string) => `{"title":${open.repeat(100_000)}${close.repeat(100_000)}}`;
    expect(rejectionOf(deep('[', ']')).code).toBe('validation_failed');
    expect(rejectionOf(deep('{"title":', '')).code).toBe('malformed_json');
    expect(rejectionOf('['.repeat(100_000) + ']'.repeat(100_000)).code).toBe('validation_failed');
  });

  // Valid members do not reach class-validator, which must describe the violations of all others.
  it.each([
    ['{"title":"a"}', []],
    ['{"title":"a","rank":9}', []],
    ['{}', ['#/title required']],
    ['{"title":7,"rank":null}', ['#/title type', '#/rank range']],
    ['{"title":"a","rank":10}', ['#/rank range']],
    ['{"title":"a","__proto__":{"rank":1}}', ['#/__proto__ unknown']],
    ['{"title":"a","toString":"b"}', ['#/toString unknown']],
  ])('with checks only: %s has the violations %j', (body, expected) => {
    const violations = () => {
      try {
        expect({ ...checkBody(Buffer.from(body), CheckedDto) }).toEqual(JSON.parse(body));
        return [];
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return (error.details.errors ?? []).map((each) => `${'pointer' in each ? each.pointer : ''} ${each.code}`);
      }
    };
    expect(violations()).toEqual(expected);
  });
});
