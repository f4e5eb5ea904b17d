export * from './calibration/calibrate';
export { type Horizon, HORIZONS } from './calibration/forecast';
export type { DropRecord, Recorded } from './calibration/outcome';
export * from './chain-family';
export * from './definition';
export * from './derive/calendar-event';
export * from './derive/drop';
export * from './derive/figures';
export * from './derive/hype';
export * from './derive/value-basis';
export { HISTORY_DISTANCE, HISTORY_STEP, isNewHistory, isNextSeq } from './history';
export * from './market/market';
export { nextMarket } from './market/next-market';
export { isPriceNeeded, pricedToken } from './market/priced-token';
export { withMarket } from './market/with-market';
export * from './revision';
export * from './view/calendar-entry';
export type { CalendarTable } from './view/calendar-table';
export * from './view/drop-entry';
export { isShown } from './view/drop-table';
export { foldCase } from './view/fold-case';
export * from './view/list-calendar';
export { type DropListQuery, listDrops } from './view/list-drops';
export type { RowPage } from './view/sorted';
export {
  CatalogueView,
  emptyView,
  foldRevisions,
  foldUntil,
  type ListEntry,
  RevisionOrderError,
  viewOf,
} from './view/view';
