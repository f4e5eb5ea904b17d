import { readFileSync } from 'node:fs';
import type { Options } from 'tsup';
import * as ts from 'typescript';

/** Tables of this repository with members that only the service reads. */
const TABLES = [
  {
    file: /scoring\/src\/(?:hype-rules|signals-2026-1)\.ts$/,
    unread: [
      ...['source', 'freshHours', 'halfLifeHours', 'halfLifeDays', 'days', 'zeroDaysBefore', 'baselineDays', 'daysMin'],
      ...['deviationFactor', 'deviationFloor', 'zClip', 'suspect', 'calendarHalfLifeDays'],
    ],
  },
  {
    file: /distributors\/src\/styles\/[a-z]+\.ts$/,
    unread: [
      ...['source', 'events', 'withdrawals', 'vesting', 'total', 'nextPeriod', 'isClearedByClaim', 'isShared'],
      ...['primary', 'multiplier', 'secondary', 'denominator'],
    ],
  },
  { file: /eligibility\/src\/tree\/kinds\/[a-z-]+\.ts$/, unread: ['shape', 'hasOtherShapes'] },
] as const;

/**
 * Plugin of esbuild that leaves out the members of tables that the SDK does not read (0.3 kB gzipped, and 2 kB of private claims). The types
 * `PublicHypeRules` and `ProofKind`, with which the SDK reads these tables, do not have them.
 */
export const withoutUnreadMembers: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-unread-members',
  setup(build) {
    for (const { file, unread } of TABLES) {
      build.onLoad({ filter: file }, ({ path }) => ({
        contents: withoutMembers(readFileSync(path, 'utf8'), unread),
        loader: 'ts',
      }));
    }
  },
};

/** Removes members from all object literals of a module. */
export function withoutMembers(code: string, names: readonly string[]): string {
  const source = ts.createSourceFile('table.ts', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const isRead = ({ name }: ts.ObjectLiteralElementLike): boolean => !name || !names.includes(name.getText(source));
  const { transformed } = ts.transform(source, [
    (context) => (file) => {
      const visit = (node: ts.Node): ts.Node => {
        const visited = ts.visitEachChild(node, visit, context);
        return ts.isObjectLiteralExpression(visited)
          ? ts.factory.updateObjectLiteralExpression(visited, visited.properties.filter(isRead))
          : visited;
      };
      return ts.visitEachChild(file, visit, context);
    },
  ]);
  return ts.createPrinter().printFile(transformed[0] ?? source);
}
