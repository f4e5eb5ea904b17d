export { type StandIn, startStandIn } from './testing/stand-in';
