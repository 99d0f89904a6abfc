export interface UserConfig {
  woman: boolean;
  man: boolean;
  ageRangeStart: number;
  ageRangeEnd: number;
  newMessage: boolean;
  newCombination: boolean;
  notificationAlert: boolean;
}

/** Whether the change asks the feed to look at people whom it has already passed by. */
export function changesFeed(before: UserConfig, after: UserConfig): boolean {
  return (
    before.woman !== after.woman ||
    before.man !== after.man ||
    before.ageRangeStart !== after.ageRangeStart ||
    before.ageRangeEnd !== after.ageRangeEnd
  );
}
