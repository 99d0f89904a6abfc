import { NodeRefusal } from '../rpc/rpc.ts';

/** JSON-RPC's own code, and another one that nodes and hosting providers use for the same. */
const missingMethodCodes = new Set([-32_601, -32_004]);
const missingMethodWords =
  /method .*(?:not (?:found|available|supported|exist|enabled|allowed|whitelisted|implemented)|does not exist|disabled|unsupported)|unsupported method|unknown method/i;

/** Returns whether the node does not support the method at all. */
export const isMissingMethod = (error: unknown): boolean =>
  error instanceof NodeRefusal &&
  (missingMethodCodes.has(error.code) || missingMethodWords.test(error.reason));

const knownWords = /already known|known transaction|already imported|already exists|alreadyknown/i;

export const isAlreadyKnown = ({ reason }: NodeRefusal): boolean => knownWords.test(reason);

/** Rate limits and internal errors, which say nothing about the transaction. */
const passingCodes = new Set([-32_005, -32_603, -32_002, 429]);
const passingWords = /rate limit|too many requests|timeout|timed out|try again/i;

/** Code of geth and compatible nodes. Others use the message. */
const revertedCode = 3;

/** Returns whether a contract caused the error. The contract chooses the message, so it says nothing about the node. */
const isReverted = ({ code, reason }: NodeRefusal): boolean =>
  code === revertedCode || /revert/i.test(reason);

export const isPassing = (error: NodeRefusal): boolean =>
  !isReverted(error) &&
  (isMissingMethod(error) || passingCodes.has(error.code) || passingWords.test(error.reason));
