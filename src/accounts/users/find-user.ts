/** Reading users, for the other features. */
export {
  findUserByEmailKey,
  findUserById,
  findUserByIdentity,
  lockCandidate,
  lockUser,
  type IdentityRow,
  type UserRow,
} from './user.store.ts';
