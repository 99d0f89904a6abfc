/** Reason why a chain cannot be read now. It is stored in the chain's state, for `chain list` and the metrics. */
export type ChainFaultCode =
  /** The node does not answer, or its answers are invalid. */
  | 'node_away'
  /** The node has only an older part of the stored chain: it is still synchronising. */
  | 'node_behind'
  /** The node changed branches between two answers, so they do not fit together. The next attempt may succeed. */
  | 'node_moved'
  /**
   * The node has none of the newest stored blocks: it is on another network, or a reorganisation is so deep that an
   * operator has to decide.
   */
  | 'deep_reorganisation'
  /** The node lacks blocks that were not read yet, for example because it pruned them. The reader never skips blocks. */
  | 'history_missing'
  /** A long reorganisation is in progress: the stored data mixes two branches. */
  | 'reorganising'
  /** The database rejected the update. */
  | 'not_stored';

export class ChainFault extends Error {
  override readonly name = 'ChainFault';
  readonly code: ChainFaultCode;

  constructor(code: ChainFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
