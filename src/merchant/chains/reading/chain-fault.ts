/** Why a chain is not read at the moment; kept beside what was read, for people and figures. */
export type ChainFaultCode =
  /** The node does not answer, or answers nonsense. */
  | 'node_away'
  /** It answers with an older part of the chain that was read already: it is catching up itself. */
  | 'node_behind'
  /** It changed its mind while it was asked; the next attempt sees one chain. */
  | 'node_moved'
  /** It contradicts every block that is stored: another network, or worse. Nobody guesses. */
  | 'deep_reorganisation'
  /** A long reorganisation is half done, and what is stored is of neither branch. */
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
