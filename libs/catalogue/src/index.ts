export * from './definition';
export * from './revision';
export * from './view/calendar-entry';
export * from './view/drop-entry';
export * from './view/list-calendar';
export * from './view/list-drops';
export * from './view/view';
export type { RowPage } from './view/row-page';
