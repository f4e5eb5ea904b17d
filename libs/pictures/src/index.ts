export { sparkline } from './sparkline';
