/** Reading users, for the other features. */
export {
  findUserByEmailKey,
  findUserById,
  lockUserByIdentity,
  lockCandidate,
  lockUser,
  type IdentityRow,
  type UserRow,
} from './user.store.ts';
