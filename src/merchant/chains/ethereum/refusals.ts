import { NodeRefusal } from '../rpc/rpc.ts';

/** JSON-RPC's own code, and what nodes and those who rent them out use in its place. */
const missingMethodCodes = new Set([-32_601, -32_004]);
const missingMethodWords =
  /method .*(?:not (?:found|available|supported|exist|enabled|allowed|whitelisted|implemented)|does not exist|disabled|unsupported)|unsupported method|unknown method/i;

/** Whether the node will never answer this, however often it is asked. */
export const isMissingMethod = (error: unknown): boolean =>
  error instanceof NodeRefusal &&
  (missingMethodCodes.has(error.code) || missingMethodWords.test(error.reason));

const knownWords = /already known|known transaction|already imported|already exists|alreadyknown/i;

/** The node has these bytes. */
export const isAlreadyKnown = ({ reason }: NodeRefusal): boolean => knownWords.test(reason);

/** Too many questions, or trouble of its own: nothing is said of the transaction. */
const passingCodes = new Set([-32_005, -32_603, -32_002, 429]);
const passingWords = /rate limit|too many requests|timeout|timed out|try again/i;

/** As geth and those that follow it count; others say so. */
const revertedCode = 3;

/** By a contract, which chooses its words: they say nothing of the node. */
const isReverted = ({ code, reason }: NodeRefusal): boolean =>
  code === revertedCode || /revert/i.test(reason);

export const isPassing = (error: NodeRefusal): boolean =>
  !isReverted(error) &&
  (isMissingMethod(error) || passingCodes.has(error.code) || passingWords.test(error.reason));
