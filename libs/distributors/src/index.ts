export * from './allocation-logs';
export * from './claim-ledger';
export * from './claim-logs';
export * from './followed-distributors';
export * from './list-claims';
export * from './style';
export * from './styles';
