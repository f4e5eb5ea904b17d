import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractions } from './expand-only';

const MIGRATIONS = join(__dirname, '../../prisma/migrations');
/** Last migration before the rule: no release preceded it. */
const BEFORE_THE_RULE = '20261123180500_note_changes_of_feeds';

const bound = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name > BEFORE_THE_RULE)
  .map(({ name }) => name);

describe('migrations', () => {
  // Programs of the former release run on the new schema during an upgrade.
  it('only expand the schema, unless their name states the first version that can run on it', () => {
    const found = bound
      .filter((name) => !/_needs_\d+_\d+_\d+$/.test(name))
      .flatMap((name) =>
        contractions(readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8')).map(
          (reason) => `${name} ${reason}`,
        ),
      );
    expect(found).toEqual([]);
  });

  it.each([
    ['drop a table', 'DROP TABLE scores;'],
    ['drop a column', 'ALTER TABLE scores\n  DROP COLUMN hype;'],
    ['rename', 'ALTER TABLE scores RENAME COLUMN hype TO attention;'],
    ['rename a table', 'ALTER TABLE a RENAME TO b; CREATE VIEW c AS SELECT x FROM b;'],
    [
      'rename a column that the view of the former table lacks',
      'ALTER TABLE a RENAME TO b; ALTER TABLE b RENAME COLUMN x TO y; CREATE VIEW a AS SELECT y FROM b;',
    ],
    ['change a type', 'ALTER TABLE scores ALTER COLUMN hype TYPE bigint;'],
    ['change a type in the long form', 'ALTER TABLE scores ALTER hype SET DATA TYPE bigint;'],
    ['require a value', 'ALTER TABLE scores ALTER COLUMN hype SET NOT NULL;'],
    ['add a required column', 'ALTER TABLE scores ADD COLUMN basis text NOT NULL, ADD COLUMN more int;'],
    ['drop a function', 'DROP FUNCTION append_revisions(jsonb);'],
    ['drop a column without the word', 'ALTER TABLE drops DROP old;'],
    ['drop a materialized view', 'DROP MATERIALIZED VIEW sums;'],
    ['drop a trigger', 'DROP TRIGGER t ON drops;'],
    ['drop a default', 'ALTER TABLE drops ALTER COLUMN origin DROP DEFAULT;'],
    ['add a required column whose type has a comma', 'ALTER TABLE a ADD COLUMN b numeric(10,2) NOT NULL;'],
    ['add a check', 'ALTER TABLE drops ADD CONSTRAINT c CHECK (length(id) < 10);'],
    ['add a unique constraint', 'ALTER TABLE drops ADD UNIQUE (origin);'],
    ['add a unique index', 'CREATE UNIQUE INDEX i ON drops (origin);'],
    ['delete rows', 'DELETE FROM drops;'],
    ['drop a table after a string with dashes', "COMMENT ON TABLE a IS 'x -- y'; DROP TABLE b;"],
  ])('contract the schema if they %s', (_, sql) => {
    expect(contractions(sql)).toHaveLength(1);
  });

  it.each([
    ['create a table', 'CREATE TABLE more (id text NOT NULL, CONSTRAINT more_pkey PRIMARY KEY (id));'],
    [
      'add a column with a default',
      "ALTER TABLE scores ADD COLUMN basis text NOT NULL DEFAULT 'x' CHECK (basis <> '');",
    ],
    ['add an optional column', 'ALTER TABLE scores ADD COLUMN basis text;'],
    ['widen a check', 'ALTER TABLE s DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (a IS NOT NULL OR b > 0);'],
    [
      'rename a table and columns that remain as a view',
      'ALTER TABLE a RENAME TO b; ALTER TABLE b RENAME COLUMN x TO y; CREATE VIEW a AS SELECT y AS x FROM b;',
    ],
    ['replace a function', 'CREATE OR REPLACE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE x $$;'],
    [
      'constrain a table that they create',
      'CREATE TABLE m (a int); ALTER TABLE m ADD CHECK (a > 0); CREATE UNIQUE INDEX i ON m (a);',
    ],
    ['drop an index', 'DROP INDEX i;'],
    ['say so in a string', "COMMENT ON TABLE a IS 'never DROP TABLE a; it is needed';"],
    ['say so in a comment', '-- Way back: DROP TABLE more;\nSELECT 1;'],
  ])('expand it if they %s', (_, sql) => {
    expect(contractions(sql)).toEqual([]);
  });
});
