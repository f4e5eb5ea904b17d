import { migrationFile, migrationName } from './migration-file';

const now = new Date('2026-01-10T09:30:00.500Z');

describe('migrationName', () => {
  it.each([[['add_hype_points']], [['add', 'hype', 'points']], [['add-hype-points']]])('takes %j', (words) => {
    expect(migrationName(words, now)).toBe('20260110093000_add_hype_points');
  });

  it.each([[[]], [['add']], [['Add_points']], [['add_../points']], [['--name', 'add_points']]])(
    'rejects %j',
    (words) => {
      expect(migrationName(words, now)).toBeNull();
    },
  );
});

describe('migrationFile', () => {
  it('begins with the header that has to be filled in', () => {
    expect(migrationFile('SELECT 1;')).toMatch(/^-- Why: .*\n-- Locks: .*\n-- Way back: .*\n\nSELECT 1;\n$/);
  });
});
