/** Field of a call as a wallet shows it. */
export interface ClearSigningField {
  /** Name of a parameter of the function, or `@.value` for the value of the transaction. */
  path: string;
  /** Text in front of the value. */
  label: string;
  /** Format in which the value is shown. */
  format: 'tokenAmount' | 'addressName' | 'amount';
  /** Parameters of the format: the token of an amount, or the kinds of an address. */
  params?: {
    /** Address of the token of an amount. */
    token?: string;
    /** Name of the parameter with the token of an amount, for calls that state it. */
    tokenPath?: string;
    /** Kinds of an address. */
    types?: ('wallet' | 'eoa' | 'contract')[];
  };
}

/** Function as a wallet shows it. */
export interface ClearSigningFormat {
  /** Purpose of the call. */
  intent: string;
  /** Purpose with values of the call, such as `Claim {amount}`. Absent for a function without the amount. */
  interpolatedIntent?: string;
  /** Fields in the order in which they are shown. Parameters without a field are not shown. */
  fields: ClearSigningField[];
}

/** Distributor on a chain. */
export interface ClearSigningContract {
  /** EIP-155. @asType integer @minimum 1 */
  chainId: number;
  /** Contract in EIP-55 mixed case. */
  address: string;
}

/**
 * Response of GET /v1/drops/{id}/erc7730.json: descriptor by which hardware wallets show the claim calls of a drop, in the format ERC-7730 v2.
 *
 * Source: https://github.com/LedgerHQ/clear-signing-erc7730-registry/blob/4a67fcee851238e35be9f9cc602de985693270d9/specs/erc7730-v2.schema.json
 */
export interface ClearSigningDescriptor {
  /** Schema of the descriptor. @format uri */
  $schema: string;
  /** Contracts that it is for. */
  context: {
    /** Binding to contracts. */
    contract: {
      /** Distributors of the drop, one by list and chain. */
      deployments: ClearSigningContract[];
    };
  };
  /** Names that wallets show. */
  metadata: {
    /** Name of the drop. */
    owner: string;
    /** Name of the contract. */
    contractName: string;
    /** The project. Absent if the catalogue names no page of it. */
    info?: {
      /** Page of the project. @format uri */
      url: string;
    };
    /** Token that is paid. Absent while its symbol or decimals are unknown. */
    token?: {
      /** Name. */
      name: string;
      /** Symbol. */
      ticker: string;
      /** Decimals. @asType integer @minimum 0 @maximum 255 */
      decimals: number;
    };
  };
  /** Functions that claim. */
  display: {
    /** Formats by signature, with the names of the parameters. */
    formats: Record<string, ClearSigningFormat>;
  };
}
