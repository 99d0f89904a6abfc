/** Why a chain is not read at the moment; stored in its state, for `chain list` and the metrics. */
export type ChainFaultCode =
  /** The node does not answer, or answers nonsense. */
  | 'node_away'
  /** It answers with an older part of the chain that was read already: it is catching up itself. */
  | 'node_behind'
  /** It took another branch while it was asked, so that the answers do not fit together; the next attempt may. */
  | 'node_moved'
  /**
   * It has none of the newest stored blocks: another network, or a reorganisation that only people may decide about.
   */
  | 'deep_reorganisation'
  /** It no longer has blocks that were not read yet, and never passes over them. */
  | 'history_missing'
  /** A long reorganisation is half done: what is stored is between two branches. */
  | 'reorganising'
  /** What was read could not be written. */
  | 'not_stored';

export class ChainFault extends Error {
  override readonly name = 'ChainFault';
  readonly code: ChainFaultCode;

  constructor(code: ChainFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
