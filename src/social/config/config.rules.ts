export interface UserConfig {
  woman: boolean;
  man: boolean;
  ageRangeStart: number;
  ageRangeEnd: number;
  newMessage: boolean;
  newCombination: boolean;
  notificationAlert: boolean;
  eventMail: boolean;
}
