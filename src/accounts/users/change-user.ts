/** Writing users, for the other features; each inside the transaction of its operation. */
export {
  confirmEmail,
  deleteUser,
  findUsersToErase,
  insertIdentity,
  insertNewIdentity,
  insertUser,
  replacePasswordHash,
  setEraseAt,
  setOneTimePassword,
  setPictureName,
  takeOneTimePassword,
  updatePasswordHash,
  updateProfile,
} from './user.store.ts';
