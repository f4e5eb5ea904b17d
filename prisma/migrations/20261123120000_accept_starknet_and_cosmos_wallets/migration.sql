-- Why:      lists contain wallets of Starknet and of Cosmos chains. The length of a key names its family: 20 bytes EVM, 32
--           Solana, 33 Starknet (its 32 bytes and a zero), 34 to 73 Cosmos (the address without its checksum).
-- Locks:    list_rows (ACCESS EXCLUSIVE) for a moment: the new CHECK allows more than the former, so that no row is read for
--           it (NOT VALID).
-- Roll-out: before the program that loads such lists.
-- Way back: remove the lists with such wallets with --purge, and restore the former CHECK.

ALTER TABLE list_rows DROP CONSTRAINT list_rows_wallet_check, ADD CONSTRAINT list_rows_wallet_check
  CHECK (octet_length(wallet) = 20 OR octet_length(wallet) BETWEEN 32 AND 73) NOT VALID;
