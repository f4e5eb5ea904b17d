export * from './claim-ledger';
export * from './claim-logs';
export * from './style';
export * from './styles';
