export * from './amount/errors';
export * from './amount/token-amount';
export * from './decide/claim-window';
export * from './decide/decide-eligibility';
export * from './decide/facts';
export * from './formats/list-entry';
export * from './wallet/errors';
export * from './wallet/parse-wallet';
