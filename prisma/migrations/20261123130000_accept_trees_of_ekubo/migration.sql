-- Why:      trees of Ekubo's airdrop on Starknet (`ekubo`).
-- Locks:    lists (ACCESS EXCLUSIVE) for a moment: the new CHECK allows more than the former, so that no row is read for it
--           (NOT VALID).
-- Roll-out: before the program that loads such lists.
-- Way back: remove the lists with such trees with --purge, and restore the former CHECK.

ALTER TABLE lists DROP CONSTRAINT lists_tree_format_check, ADD CONSTRAINT lists_tree_format_check
  CHECK (tree_format IN ('uniswap', 'ens', 'openzeppelin', 'jito', 'abi', 'packed',
                         'solana_keccak', 'starknet_pedersen', 'starknet_poseidon', 'ekubo', 'cosmwasm')) NOT VALID;
