/** The data that the backtest needs is not where it was looked for. */
export class NoDataError extends Error {
  override readonly name = 'NoDataError';
  constructor(path: string) {
    super(`There is no ${path}: name the folder of the data with --data or DROPTRACK_TEST_DATA`);
  }
}
