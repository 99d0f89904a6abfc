/** Small contracts by hand. Each takes its parameters as words of 32 bytes, without a selector. */

/** Passes what it is sent on to the address it is told, and fails where that one does. */
export const forwarder = [
  '5f5f5f5f', // PUSH0 ×4: no output, no input
  '34', //       CALLVALUE
  '5f35', //     CALLDATALOAD(0): to
  '5af1', //     GAS CALL
  '15600e57', // ISZERO PUSH1 14 JUMPI
  '00', //       STOP
  '5b5f5ffd', // 14: JUMPDEST REVERT(0, 0)
].join('');

/** Pays each of the addresses that it is told the same part of what it is sent. */
export const splitter = [
  '366020900434', // CALLDATASIZE 32 SWAP1 DIV: how many; CALLVALUE
  '045f', //         DIV: a part; PUSH0: where in the list
  '5b803611', //     8: JUMPDEST DUP1 CALLDATASIZE GT
  '60105700', //     PUSH1 16 JUMPI STOP
  '5b5f5f5f5f', //   16: JUMPDEST PUSH0 ×4
  '858535', //       DUP6: the part; DUP6 CALLDATALOAD: to
  '5af150', //       GAS CALL POP
  '6020016008', //   PUSH1 32 ADD PUSH1 8
  '56', //           JUMP
].join('');

/** Pays the address that it is told, and then takes all of it back. */
export const regretter = [
  '5f5f5f5f345f355af1', // as the forwarder
  '5f5ffd', //             REVERT(0, 0)
].join('');

/** Calls the contract in its first word with its second word and all that it is sent, and does not mind if that fails. */
export const careless = [
  '602060205f37', //     CALLDATACOPY(0, 32, 32)
  '5f5f60205f', //       no output; 32 bytes of input from 0
  '345f355af1', //       CALLVALUE CALLDATALOAD(0) GAS CALL
  '00', //               STOP
].join('');

/** Destroys itself in favour of the address that it is told. */
export const suicidal = '5f35ff'; // CALLDATALOAD(0) SELFDESTRUCT

/** Takes coins only with much more gas than a plain transfer has, as smart wallets do. */
export const thirsty = [
  '5f54600101', // SLOAD(0) PUSH1 1 ADD
  '5f55', //       SSTORE(0)
  '00', //         STOP
].join('');

/** Takes no coins. */
export const refusing = '5f5ffd'; // REVERT(0, 0)

export const word = (address: string): string => address.toLowerCase().slice(2).padStart(64, '0');
export const words = (...addresses: readonly string[]): string => `0x${addresses.map(word).join('')}`;
