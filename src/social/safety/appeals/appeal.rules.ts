export type AppealStatus = 'open' | 'accepted' | 'refused';

export const stateOf = ({ accepted }: { accepted: boolean | null }): AppealStatus =>
  accepted === null ? 'open' : accepted ? 'accepted' : 'refused';
