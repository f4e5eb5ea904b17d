import process from 'node:process';

/** The oldest Node that the programs run on: its project ended the support of it in April 2026. */
const ENDED = /^20\./;

/** Notice for a start on a Node without support; null on any other. */
export const nodeNotice = (version: string = process.versions.node): string | null =>
  ENDED.test(version)
    ? `Node ${version} has had no support since April 2026, so it gets no fixes: use 22, 24 or 26`
    : null;
