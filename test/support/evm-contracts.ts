/** Small contracts in bytecode. Each takes its parameters as words of 32 bytes, without a selector. */

/** Forwards the received coins to the address in its first word and reverts if that fails. */
export const forwarder = [
  '5f5f5f5f', // PUSH0 ×4: no output, no input
  '34', //       CALLVALUE
  '5f35', //     CALLDATALOAD(0): to
  '5af1', //     GAS CALL
  '15600e57', // ISZERO PUSH1 14 JUMPI
  '00', //       STOP
  '5b5f5ffd', // 14: JUMPDEST REVERT(0, 0)
].join('');

/** Pays an equal part of the received coins to each address in its input. */
export const splitter = [
  '366020900434', // CALLDATASIZE 32 SWAP1 DIV: count; CALLVALUE
  '045f', // DIV: part; PUSH0: offset in the list
  '5b803611', //     8: JUMPDEST DUP1 CALLDATASIZE GT
  '60105700', //     PUSH1 16 JUMPI STOP
  '5b5f5f5f5f', //   16: JUMPDEST PUSH0 ×4
  '858535', //       DUP6: the part; DUP6 CALLDATALOAD: to
  '5af150', //       GAS CALL POP
  '6020016008', //   PUSH1 32 ADD PUSH1 8
  '56', //           JUMP
].join('');

/** Pays the address in its first word and then reverts. */
export const regretter = [
  '5f5f5f5f345f355af1', // as the forwarder
  '5f5ffd', //             REVERT(0, 0)
].join('');

/** Calls the contract in its first word with its second word and all received coins, and ignores a failure. */
export const careless = [
  '602060205f37', //     CALLDATACOPY(0, 32, 32)
  '5f5f60205f', //       no output; 32 bytes of input from 0
  '345f355af1', //       CALLVALUE CALLDATALOAD(0) GAS CALL
  '00', //               STOP
].join('');

/** Destroys itself and sends its coins to the address in its first word. */
export const suicidal = '5f35ff'; // CALLDATALOAD(0) SELFDESTRUCT

/** Accepts coins only with much more gas than a plain transfer uses, as smart wallets do. */
export const thirsty = [
  '5f54600101', // SLOAD(0) PUSH1 1 ADD
  '5f55', //       SSTORE(0)
  '00', //         STOP
].join('');

export const refusing = '5f5ffd'; // REVERT(0, 0)

export const word = (address: string): string => address.toLowerCase().slice(2).padStart(64, '0');
export const words = (...addresses: readonly string[]): string => `0x${addresses.map(word).join('')}`;
