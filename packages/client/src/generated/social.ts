// Made from the OpenAPI document by scripts/client-types.ts; a test tells when it is stale.

export interface SocialApi {
  /** Sign in, or refresh */
  'POST /oauth/token': {
    query?: {
      /** the user's social-login identifier */
      readonly user_id?: string | number;
      /** user name */
      readonly name?: string | number;
      /** issuer of the id_token */
      readonly provider?: string | number;
      /** proves the identity; its subject must be user_id */
      readonly id_token?: string | number;
      /** `refresh_token` to refresh; left out to sign in */
      readonly grant_type?: string | number;
      readonly refresh_token?: string | number;
    };
    body: {
      /** the user's social-login identifier */
      readonly user_id?: string;
      /** user name */
      readonly name?: string;
      /** issuer of the id_token */
      readonly provider?: string;
      /** proves the identity; its subject must be user_id */
      readonly id_token?: string;
      /** `refresh_token` to refresh; left out to sign in */
      readonly grant_type?: string;
      readonly refresh_token?: string;
    } | null;
    answer: {
      readonly access_token: string;
      /** seconds */
      readonly expires_in: number;
      readonly token_type: string;
      readonly scope: string;
      readonly refresh_token: string;
    };
  };
  /** The session of the token */
  'GET /oauth/session': {
    answer: {
      readonly name: string;
      readonly is_premium: boolean;
      /** the day the user was created */
      readonly date: string;
      /** a link */
      readonly perfil_photo: string;
      readonly need_tour: boolean;
      /** the id that paths take as userId */
      readonly user_id: string;
    };
  };
  /** Sign out */
  'DELETE /oauth/session': {
    answer: {
      readonly status: string;
    };
  };
  /** People to try the app as */
  'GET /town': {
    answer: readonly ({
      /** identifier for the sign-in */
      readonly user_id: string;
      readonly name: string;
      /** city and state */
      readonly local: string;
      /** null if it is not known */
      readonly age: number | null;
      /** image address */
      readonly thumb: string;
    })[];
  };
  /** Presentation for the first run of the app */
  'GET /presentation': {
    answer: readonly ({
      readonly photo: string;
      readonly description: string;
    })[];
  };
  /** The legal terms of service */
  'GET /terms': {
    answer: string;
  };
  /** All versions of the presentation */
  'GET /staff/presentation': {
    query?: {
      readonly language?: 'en' | 'pt' | 'de';
    };
    answer: readonly ({
      readonly language: string;
      readonly version: number;
      readonly published_at: string;
      readonly body: readonly ({
        readonly photo: string;
        readonly description: string;
      })[] | string;
    })[];
  };
  /** All versions of the terms */
  'GET /staff/terms': {
    query?: {
      readonly language?: 'en' | 'pt' | 'de';
    };
    answer: readonly ({
      readonly language: string;
      readonly version: number;
      readonly published_at: string;
      readonly body: readonly ({
        readonly photo: string;
        readonly description: string;
      })[] | string;
    })[];
  };
  /** Publish a new version of the presentation */
  'PUT /staff/presentation/{language}': {
    path: {
      readonly language: 'en' | 'pt' | 'de';
    };
    body: {
      readonly body: readonly ({
        readonly photo: string;
        readonly description: string;
      })[];
    };
    answer: {
      readonly language: string;
      readonly version: number;
      readonly published_at: string;
      readonly body: readonly ({
        readonly photo: string;
        readonly description: string;
      })[] | string;
    };
  };
  /** Publish a new version of the terms */
  'PUT /staff/terms/{language}': {
    path: {
      readonly language: 'en' | 'pt' | 'de';
    };
    body: {
      readonly body: string;
    };
    answer: {
      readonly language: string;
      readonly version: number;
      readonly published_at: string;
      readonly body: readonly ({
        readonly photo: string;
        readonly description: string;
      })[] | string;
    };
  };
  /** Read the own profile */
  'GET /user/perfil': {
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly name: string;
      /** a string instead of a boolean, as the contract requires */
      readonly is_premium: 'true' | 'false';
      /** profile photo */
      readonly perfil_photo: string;
      readonly photos: readonly (string)[];
      readonly about: string;
      readonly location: string;
      readonly birth_date: string | null;
      readonly gender: 'woman' | 'man' | 'other' | null;
      readonly need_tour: boolean;
    };
  };
  /** Change the own profile */
  'PUT /user/perfil': {
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    body: {
      readonly name?: string;
      /** a string instead of a boolean, as the contract requires */
      readonly is_premium?: 'true' | 'false';
      /** an https link or an image in base64 */
      readonly perfil_photo?: string;
      readonly photos?: readonly (string)[];
      readonly about?: string;
      readonly location?: string;
      readonly birth_date?: string | null;
      readonly gender?: 'woman' | 'man' | 'other' | null;
      readonly need_tour?: boolean;
    };
    answer: {
      readonly name: string;
      /** a string instead of a boolean, as the contract requires */
      readonly is_premium: 'true' | 'false';
      /** profile photo */
      readonly perfil_photo: string;
      readonly photos: readonly (string)[];
      readonly about: string;
      readonly location: string;
      readonly birth_date: string | null;
      readonly gender: 'woman' | 'man' | 'other' | null;
      readonly need_tour: boolean;
    };
  };
  /** Find Brazilian cities by the beginning of their name */
  'GET /city/search': {
    query: {
      readonly q: string | number;
    };
    answer: readonly ({
      readonly city: string;
      readonly state: string;
    })[];
  };
  /** Photos of a user */
  'GET /user/{userId}/photos': {
    path: {
      readonly userId: string | number;
    };
    answer: readonly ({
      readonly id: string;
      /** 1 to 5 */
      readonly position: number;
      /** valid for this viewer for at least a week, while the session lasts */
      readonly url: string;
      readonly thumb: string;
    })[];
  };
  /** Add a photo */
  'POST /user/{userId}/photos': {
    path: {
      readonly userId: string | number;
    };
    body: Blob | Uint8Array<ArrayBuffer>;
    answer: {
      readonly id: string;
      /** 1 to 5 */
      readonly position: number;
      /** valid for this viewer for at least a week, while the session lasts */
      readonly url: string;
      readonly thumb: string;
    };
  };
  /** Remove a photo */
  'DELETE /user/{userId}/photos/{photoId}': {
    path: {
      readonly userId: string | number;
      readonly photoId: string | number;
    };
    answer: readonly ({
      readonly id: string;
      /** 1 to 5 */
      readonly position: number;
      /** valid for this viewer for at least a week, while the session lasts */
      readonly url: string;
      readonly thumb: string;
    })[];
  };
  /** Order the photos */
  'PUT /user/{userId}/photos/order': {
    path: {
      readonly userId: string | number;
    };
    body: {
      /** the ids of all photos, in their new order */
      readonly photos: readonly (string)[];
    };
    answer: readonly ({
      readonly id: string;
      /** 1 to 5 */
      readonly position: number;
      /** valid for this viewer for at least a week, while the session lasts */
      readonly url: string;
      readonly thumb: string;
    })[];
  };
  /** A stored photo */
  'GET /photos/{name}': {
    path: {
      readonly name: string | number;
    };
    query?: {
      /** identifies the viewer; part of the address of a photo */
      readonly pass?: string | number;
      readonly access_token?: string | number;
    };
    answer: Blob;
  };
  /** A stored photo, small */
  'GET /photos/{name}/thumb': {
    path: {
      readonly name: string | number;
    };
    query?: {
      /** identifies the viewer; part of the address of a photo */
      readonly pass?: string | number;
      readonly access_token?: string | number;
    };
    answer: Blob;
  };
  /** A drawn portrait */
  'GET /portraits/{seed}.svg': {
    path: {
      readonly seed: string | number;
    };
    answer: Blob;
  };
  /** Settings of a user */
  'GET /user/{userId}/config': {
    path: {
      readonly userId: string | number;
    };
    answer: {
      /** show women */
      readonly woman: boolean;
      /** show men */
      readonly man: boolean;
      /** youngest to show */
      readonly ageRangeStart: number;
      /** oldest to show */
      readonly ageRangeEnd: number;
      /** notify of messages */
      readonly newMessage: boolean;
      /** notify of combinations */
      readonly newCombination: boolean;
      /** all notifications; cancelled events and decisions of staff are always sent */
      readonly notificationAlert: boolean;
      /** mail about events, if an address is known */
      readonly eventMail: boolean;
      /** audience of the user’s attendance at events; `attendees` are people at the same event */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody';
      /** whether the user has chosen `attendance`; until then it is the default of the service */
      readonly attendanceChosen: boolean;
    };
  };
  /** Change settings */
  'PUT /user/{userId}/config': {
    path: {
      readonly userId: string | number;
    };
    body: {
      /** show women */
      readonly woman?: boolean;
      /** show men */
      readonly man?: boolean;
      /** youngest to show */
      readonly ageRangeStart?: number;
      /** oldest to show */
      readonly ageRangeEnd?: number;
      /** notify of messages */
      readonly newMessage?: boolean;
      /** notify of combinations */
      readonly newCombination?: boolean;
      /** all notifications; cancelled events and decisions of staff are always sent */
      readonly notificationAlert?: boolean;
      /** mail about events, if an address is known */
      readonly eventMail?: boolean;
      /** audience of the user’s attendance at events; `attendees` are people at the same event */
      readonly attendance?: 'everyone' | 'attendees' | 'combinations' | 'nobody';
    };
    answer: {
      /** show women */
      readonly woman: boolean;
      /** show men */
      readonly man: boolean;
      /** youngest to show */
      readonly ageRangeStart: number;
      /** oldest to show */
      readonly ageRangeEnd: number;
      /** notify of messages */
      readonly newMessage: boolean;
      /** notify of combinations */
      readonly newCombination: boolean;
      /** all notifications; cancelled events and decisions of staff are always sent */
      readonly notificationAlert: boolean;
      /** mail about events, if an address is known */
      readonly eventMail: boolean;
      /** audience of the user’s attendance at events; `attendees` are people at the same event */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody';
      /** whether the user has chosen `attendance`; until then it is the default of the service */
      readonly attendanceChosen: boolean;
    };
  };
  /** People to meet */
  'GET /user/feed': {
    query?: {
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null if unknown */
      readonly age: number | null;
      /** coming events that the user attends, if the viewer may see the attendance */
      readonly parties: readonly (number)[];
      /** 1 if the two are combined */
      readonly isCombination: number;
      /** image address */
      readonly image: string;
      /** address of the same image, small */
      readonly thumb: string;
    })[];
  };
  /** Like a user */
  'POST /user/like/{useriD}': {
    path: {
      /** the other user */
      readonly useriD: string | number;
    };
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly comStatus: 'liked' | 'combined';
    };
  };
  /** Dislike a user */
  'POST /user/dislike/{useriD}': {
    path: {
      /** the other user */
      readonly useriD: string | number;
    };
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly comStatus: 'none';
    };
  };
  /** Undo the last dislike */
  'POST /user/undo': {
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly status: 'undone';
      readonly card: {
        readonly name: string;
        readonly id: string;
        readonly photoQty: number;
        /** city and state */
        readonly local: string;
        /** null if unknown */
        readonly age: number | null;
        /** coming events that the user attends, if the viewer may see the attendance */
        readonly parties: readonly (number)[];
        /** 1 if the two are combined */
        readonly isCombination: number;
        /** image address */
        readonly image: string;
        /** address of the same image, small */
        readonly thumb: string;
      } | null;
    };
  };
  /** Block a user */
  'GET /user/block/{useriD}': {
    path: {
      /** the other user */
      readonly useriD: string | number;
    };
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
      /** duration in days, 0 for a permanent block; default: BLOCK_DAYS */
      readonly days?: number;
    };
    answer: {
      readonly status: 'blocked';
      /** null: permanent */
      readonly blocked_until: string | null;
    };
  };
  /** Unblock a user */
  'DELETE /user/block/{useriD}': {
    path: {
      /** the other user */
      readonly useriD: string | number;
    };
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly status: 'unblocked';
    };
  };
  /** Combinations of a user */
  'GET /user/{userId}/combinations': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null if unknown */
      readonly age: number | null;
      /** coming events that the user attends, if the viewer may see the attendance */
      readonly parties: readonly (number)[];
      /** 1 if the two are combined */
      readonly isCombination: number;
      /** image address */
      readonly image: string;
      /** address of the same image, small */
      readonly thumb: string;
      readonly combined_at: string;
      /** the last message of the chat, or null */
      readonly last_message: {
        readonly id: string;
        readonly client_id: string | null;
        readonly from: string;
        readonly to: string;
        /** empty if the message was deleted */
        readonly message: string;
        readonly sent_at: string;
        readonly read_at: string | null;
        readonly deleted: boolean;
      } | null;
      readonly unreadQty: number;
      /** combined, and connected to `live` now */
      readonly isOnline: boolean;
      /** time of the other user’s last activity, to the minute; null if not combined */
      readonly active_at: string | null;
    })[];
  };
  /** Read the whole card of a user */
  'GET /user/{userId}/card': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null if unknown */
      readonly age: number | null;
      /** coming events that the user attends, if the viewer may see the attendance */
      readonly parties: readonly (number)[];
      /** 1 if the two are combined */
      readonly isCombination: number;
      /** image address */
      readonly image: string;
      /** address of the same image, small */
      readonly thumb: string;
      readonly about: string;
      readonly photos: readonly ({
        readonly id: string;
        /** 1 to 5 */
        readonly position: number;
        readonly url: string;
        readonly thumb: string;
      })[];
      /** coming events that both attend, if the viewer may see the attendance; soonest first */
      readonly sharedEvents: readonly ({
        readonly id: number;
        readonly name: string;
        readonly startDate: string;
        /** time zone of the venue */
        readonly timezone: string;
        readonly city: string;
      })[];
      /** combined, and connected to `live` now */
      readonly isOnline: boolean;
      /** time of the other user’s last activity, to the minute; null if not combined */
      readonly active_at: string | null;
    };
  };
  /** List the users that a user has blocked */
  'GET /user/{userId}/blocks': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
      /** only blocks that end within this number of days */
      readonly endsWithin?: number;
    };
    answer: readonly ({
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null if unknown */
      readonly age: number | null;
      /** coming events that the user attends, if the viewer may see the attendance */
      readonly parties: readonly (number)[];
      /** 1 if the two are combined */
      readonly isCombination: number;
      /** image address */
      readonly image: string;
      /** address of the same image, small */
      readonly thumb: string;
      /** null: permanent */
      readonly blocked_until: string | null;
    })[];
  };
  /** List the likes that a user has received */
  'GET /user/{userId}/likes': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      /** 100 means 100 or more */
      readonly likesQty: number;
      /** null for users without premium */
      readonly likes: readonly ({
        readonly name: string;
        readonly id: string;
        readonly photoQty: number;
        /** city and state */
        readonly local: string;
        /** null if unknown */
        readonly age: number | null;
        /** coming events that the user attends, if the viewer may see the attendance */
        readonly parties: readonly (number)[];
        /** 1 if the two are combined */
        readonly isCombination: number;
        /** image address */
        readonly image: string;
        /** address of the same image, small */
        readonly thumb: string;
        readonly liked_at: string;
      })[] | null;
    };
  };
  /** Unread messages, new combinations and likes */
  'GET /user/{userId}/counters': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      /** unread messages from combined users; 100 means 100 or more */
      readonly unreadQty: number;
      /** combinations since the first page of the list was last read; 100 means 100 or more */
      readonly newCombinationsQty: number;
      /** the same number as in `likes`; 100 means 100 or more */
      readonly likesQty: number;
    };
  };
  /** Advertising campaigns */
  'GET /get/ads': {
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly title: string;
      readonly description: string;
      /** 1 is image, 2 is video */
      readonly media_type: 1 | 2;
      /** an http or https link */
      readonly link: string;
      /** address of the image or video */
      readonly media: string;
    })[];
  };
  /** Count a view */
  'POST /get/ads/{id}/view': {
    path: {
      readonly id: string | number;
    };
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly status: 'counted' | 'not_counted';
    };
  };
  /** Count a click */
  'POST /get/ads/{id}/click': {
    path: {
      readonly id: string | number;
    };
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly status: 'counted' | 'not_counted';
    };
  };
  /** Copy of a picture on another server */
  'GET /pictures/{of}/{id}': {
    path: {
      readonly of: 'event' | 'advertisement' | 'presentation';
      readonly id: string | number;
    };
    query?: {
      readonly language?: string | number;
    };
    answer: Blob | undefined;
  };
  /** Report a user to the staff */
  'POST /user/{userId}/report/{other}': {
    path: {
      readonly userId: string | number;
      readonly other: string | number;
    };
    body: {
      readonly reason: string;
      /** harassment, hate, sexual, violence, minor, fake, spam, scam, other, or a category of the app; default: `other` */
      readonly category?: string;
      /** ids of messages of the chat with that user */
      readonly messages?: readonly (string)[];
      /** a photo of that user: its id, or its address from a card or a list of photos; `image` of a card is accepted too */
      readonly photo?: string;
    };
    answer: {
      readonly status: string;
      readonly id: string;
    };
  };
  /** Report an event to the staff */
  'POST /user/{userId}/report/event/{eventId}': {
    path: {
      readonly userId: string | number;
      readonly eventId: string | number;
    };
    body: {
      readonly reason: string;
      /** harassment, hate, sexual, violence, minor, fake, spam, scam, other, or a category of the app; default: `other` */
      readonly category?: string;
    };
    answer: {
      readonly status: string;
      readonly id: string;
    };
  };
  /** List a user’s own reports with their outcome */
  'GET /user/{userId}/reports': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      /** null for an event, or once an account of that user was erased */
      readonly user_id: string | null;
      readonly event_id: number | null;
      /** name of the user or the event at that time; null once an account of that user was erased */
      readonly name: string | null;
      readonly category: string;
      readonly reason: string;
      readonly created_at: string;
      readonly closed_at: string | null;
      /** null while the report is open, or if it was closed without a decision */
      readonly outcome: 'action_taken' | 'no_breach' | null;
    })[];
  };
  /** Reports, newest first */
  'GET /staff/reports': {
    query?: {
      readonly closed?: boolean;
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly reporter_id: string | null;
      readonly reported_id: string | null;
      readonly event_id: number | null;
      /** name of the user or the event */
      readonly reported_name: string | null;
      /** text of the profile or the event at that time */
      readonly reported_about: string | null;
      readonly category: string;
      readonly reason: string;
      readonly created_at: string;
      readonly closed_at: string | null;
      /** null while the report is open, or if it was closed without a decision */
      readonly outcome: 'action_taken' | 'no_breach' | null;
      readonly note: string;
    })[];
  };
  /** Close a report */
  'POST /staff/reports/{id}/close': {
    path: {
      readonly id: string | number;
    };
    body: {
      readonly note?: string;
      readonly outcome?: 'action_taken' | 'no_breach';
    };
    answer: {
      readonly status: string;
    };
  };
  /** Read the stored copy of a reported photo */
  'GET /staff/reports/{id}/photo': {
    path: {
      readonly id: string | number;
    };
    answer: Blob;
  };
  /** List the decisions of staff about a user */
  'GET /user/{userId}/notices': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'refuse_appeal';
      readonly reason: string;
      /** removed content: `name`, `about`, or the id of a photo or a message */
      readonly subject: string | null;
      /** end of a suspension; null: permanent */
      readonly until: string | null;
      readonly created_at: string;
    })[];
  };
  /** Appeal against a suspension or hiding */
  'POST /user/{userId}/appeal': {
    path: {
      readonly userId: string | number;
    };
    body: {
      readonly text: string;
    };
    answer: {
      readonly id: string;
      readonly status: 'open' | 'accepted' | 'refused';
      readonly created_at: string;
    };
  };
  /** Warn a user */
  'POST /staff/users/{id}/warn': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      /** shown to the user */
      readonly reason: string;
      /** shown to staff only */
      readonly note?: string;
      /** the reports on which the act is based; default: all open ones. 409 `case_settled` if another member of staff has settled one */
      readonly reports?: readonly (string)[];
      /** another act follows: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Hide a user from feeds */
  'POST /staff/users/{id}/hide': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      /** shown to the user */
      readonly reason: string;
      /** shown to staff only */
      readonly note?: string;
      /** the reports on which the act is based; default: all open ones. 409 `case_settled` if another member of staff has settled one */
      readonly reports?: readonly (string)[];
      /** another act follows: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Show a user in feeds again */
  'POST /staff/users/{id}/unhide': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      /** shown to the user */
      readonly reason: string;
      /** shown to staff only */
      readonly note?: string;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Remove a photo of a user */
  'POST /staff/users/{id}/remove-photo': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      /** photo id from a report */
      readonly photo: string;
      /** shown to the user */
      readonly reason: string;
      /** shown to staff only */
      readonly note?: string;
      /** the reports on which the act is based; default: all open ones. 409 `case_settled` if another member of staff has settled one */
      readonly reports?: readonly (string)[];
      /** another act follows: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Remove a text of a user */
  'POST /staff/users/{id}/remove-text': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      readonly text: 'name' | 'about' | 'message';
      /** the id of a reported message of this user */
      readonly message?: string;
      /** shown to the user */
      readonly reason: string;
      /** shown to staff only */
      readonly note?: string;
      /** the reports on which the act is based; default: all open ones. 409 `case_settled` if another member of staff has settled one */
      readonly reports?: readonly (string)[];
      /** another act follows: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Suspend a user */
  'POST /staff/users/{id}/suspend': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      /** a day (YYYY-MM-DD) at whose beginning in America/Sao_Paulo the suspension ends, a date-time, or null for a permanent suspension */
      readonly until: string | null;
      /** shown to the user */
      readonly reason: string;
      /** shown to staff only */
      readonly note?: string;
      /** the reports on which the act is based; default: all open ones. 409 `case_settled` if another member of staff has settled one */
      readonly reports?: readonly (string)[];
      /** another act follows: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Lift a suspension */
  'POST /staff/users/{id}/lift': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      /** shown to the user */
      readonly reason: string;
      /** shown to staff only */
      readonly note?: string;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Dismiss the reports of a user */
  'POST /staff/users/{id}/dismiss': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      readonly note?: string;
      /** the reports on which the act is based; default: all open ones. 409 `case_settled` if another member of staff has settled one */
      readonly reports?: readonly (string)[];
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Accept an appeal */
  'POST /staff/appeals/{id}/accept': {
    path: {
      /** the appeal */
      readonly id: string | number;
    };
    body: {
      readonly reason?: string;
      /** shown to staff only */
      readonly note?: string;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Refuse an appeal */
  'POST /staff/appeals/{id}/refuse': {
    path: {
      /** the appeal */
      readonly id: string | number;
    };
    body: {
      /** shown to the user */
      readonly reason: string;
      /** shown to staff only */
      readonly note?: string;
    };
    answer: {
      /** `unchanged`: the user was already in this state; no new notice is sent */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** List the users that staff must review */
  'GET /staff/cases': {
    query?: {
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly user: {
        readonly id: string;
        readonly name: string;
        readonly about: string;
        readonly created_at: string;
        readonly deleted_at: string | null;
        /** time of the erasure of this account; only the case is left. With `returned_at`: time of the erasure of an earlier account of the same identity */
        readonly erased_at: string | null;
        /** time at which the identity signed up again and received the case of the erased account */
        readonly returned_at: string | null;
        readonly suspended: boolean;
        /** null with `suspended` true: permanent */
        readonly suspended_until: string | null;
        /** who hides the user from feeds; `reports`: hidden by many reports until a review by staff */
        readonly hidden_by: 'staff' | 'reports' | null;
      };
      /** null if nothing is open */
      readonly opened_at: string | null;
      readonly open_reports: number;
      /** number of different reporters */
      readonly open_reporters: number;
      /** ever */
      readonly reports_qty: number;
      readonly reporters_qty: number;
      /** open reports by category */
      readonly categories: Readonly<Record<string, number>>;
      /** the newest */
      readonly reports: readonly ({
        readonly id: string;
        readonly reporter_id: string | null;
        readonly category: string;
        readonly reason: string;
        /** text of the profile at that time */
        readonly name: string | null;
        readonly about: string | null;
        readonly messages: readonly ({
          readonly id: string;
          readonly from: 'reporter' | 'reported';
          readonly message: string;
          readonly sent_at: string;
        })[];
        readonly photo: {
          readonly id: string;
          /** address for staff, or the external link */
          readonly url: string;
        } | null;
        readonly created_at: string;
        readonly closed_at: string | null;
        /** the act that settled it */
        readonly act: string | null;
        readonly note: string;
      })[];
      /** the newest */
      readonly acts: readonly ({
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
        /** null once that user was erased */
        readonly user_id: string | null;
        /** e-mail address of the staff member; null for an act of a rule */
        readonly staff: string | null;
        readonly note: string;
        /** open reports at the time of the act */
        readonly reports: readonly (string)[];
        readonly appeal: string | null;
      })[];
      readonly appeals: readonly ({
        readonly id: string;
        readonly act: string;
        readonly text: string;
        readonly status: 'open' | 'accepted' | 'refused';
        readonly created_at: string;
        readonly decided_at: string | null;
      })[];
    })[];
  };
  /** Read the case of a user, open or not */
  'GET /staff/users/{id}/case': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    answer: {
      readonly user: {
        readonly id: string;
        readonly name: string;
        readonly about: string;
        readonly created_at: string;
        readonly deleted_at: string | null;
        /** time of the erasure of this account; only the case is left. With `returned_at`: time of the erasure of an earlier account of the same identity */
        readonly erased_at: string | null;
        /** time at which the identity signed up again and received the case of the erased account */
        readonly returned_at: string | null;
        readonly suspended: boolean;
        /** null with `suspended` true: permanent */
        readonly suspended_until: string | null;
        /** who hides the user from feeds; `reports`: hidden by many reports until a review by staff */
        readonly hidden_by: 'staff' | 'reports' | null;
      };
      /** null if nothing is open */
      readonly opened_at: string | null;
      readonly open_reports: number;
      /** number of different reporters */
      readonly open_reporters: number;
      /** ever */
      readonly reports_qty: number;
      readonly reporters_qty: number;
      /** open reports by category */
      readonly categories: Readonly<Record<string, number>>;
      /** the newest */
      readonly reports: readonly ({
        readonly id: string;
        readonly reporter_id: string | null;
        readonly category: string;
        readonly reason: string;
        /** text of the profile at that time */
        readonly name: string | null;
        readonly about: string | null;
        readonly messages: readonly ({
          readonly id: string;
          readonly from: 'reporter' | 'reported';
          readonly message: string;
          readonly sent_at: string;
        })[];
        readonly photo: {
          readonly id: string;
          /** address for staff, or the external link */
          readonly url: string;
        } | null;
        readonly created_at: string;
        readonly closed_at: string | null;
        /** the act that settled it */
        readonly act: string | null;
        readonly note: string;
      })[];
      /** the newest */
      readonly acts: readonly ({
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** removed content: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
        /** null once that user was erased */
        readonly user_id: string | null;
        /** e-mail address of the staff member; null for an act of a rule */
        readonly staff: string | null;
        readonly note: string;
        /** open reports at the time of the act */
        readonly reports: readonly (string)[];
        readonly appeal: string | null;
      })[];
      readonly appeals: readonly ({
        readonly id: string;
        readonly act: string;
        readonly text: string;
        readonly status: 'open' | 'accepted' | 'refused';
        readonly created_at: string;
        readonly decided_at: string | null;
      })[];
    };
  };
  /** Reports of a user, newest first */
  'GET /staff/users/{id}/reports': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    query?: {
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly reporter_id: string | null;
      readonly category: string;
      readonly reason: string;
      /** text of the profile at that time */
      readonly name: string | null;
      readonly about: string | null;
      readonly messages: readonly ({
        readonly id: string;
        readonly from: 'reporter' | 'reported';
        readonly message: string;
        readonly sent_at: string;
      })[];
      readonly photo: {
        readonly id: string;
        /** address for staff, or the external link */
        readonly url: string;
      } | null;
      readonly created_at: string;
      readonly closed_at: string | null;
      /** the act that settled it */
      readonly act: string | null;
      readonly note: string;
    })[];
  };
  /** Acts of staff, newest first */
  'GET /staff/acts': {
    query?: {
      /** only acts on this user */
      readonly user?: string | number;
      /** items per page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the previous page */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
      readonly reason: string;
      /** removed content: `name`, `about`, or the id of a photo or a message */
      readonly subject: string | null;
      readonly until: string | null;
      readonly created_at: string;
      /** null once that user was erased */
      readonly user_id: string | null;
      /** e-mail address of the staff member; null for an act of a rule */
      readonly staff: string | null;
      readonly note: string;
      /** open reports at the time of the act */
      readonly reports: readonly (string)[];
      readonly appeal: string | null;
    })[];
  };
  /** Delete one’s own user */
  'POST /user/{userId}/delete': {
    path: {
      readonly userId: string | number;
    };
    answer: {
      readonly status: 'deleted';
      readonly restorable_until: string;
    };
  };
  /** Export all data of the user */
  'GET /user/{userId}/export': {
    path: {
      readonly userId: string | number;
    };
    answer: {

    };
  };
  /** Sign in as staff */
  'POST /staff/token': {
    body: {
      /** six digits of the app, or a recovery code */
      readonly factor_code?: string;
      /** replaces a temporary password; at least 15 characters */
      readonly new_password?: string;
    } | null;
    answer: {
      readonly access_token: string;
      readonly expires_in: number;
      readonly token_type: string;
      readonly scope: string;
    };
  };
  /** Set whether a user is premium */
  'PUT /staff/users/{id}/premium': {
    path: {
      readonly id: string | number;
    };
    body: {
      readonly is_premium: boolean;
    };
    answer: {
      readonly id: string;
      readonly is_premium: boolean;
    };
  };
  /** Campaigns with their counts */
  'GET /staff/campaigns': {
    answer: readonly ({
      readonly id: string;
      readonly title: string;
      readonly description: string;
      /** 1 is image, 2 is video */
      readonly media_type: 1 | 2;
      /** an http or https link */
      readonly media: string;
      /** an http or https link */
      readonly link: string;
      readonly starts_at: string;
      readonly ends_at: string;
      /** empty is everywhere */
      readonly cities: readonly (string)[];
      /** its share of the first places */
      readonly weight: number;
      readonly stopped_at: string | null;
      readonly views: number;
      readonly clicks: number;
    })[];
  };
  /** Create a campaign */
  'POST /staff/campaigns': {
    body: {
      readonly title: string;
      readonly description: string;
      /** 1 is image, 2 is video */
      readonly media_type: 1 | 2;
      /** an http or https link */
      readonly media: string;
      /** an http or https link */
      readonly link: string;
      readonly starts_at: string;
      readonly ends_at: string;
      /** empty is everywhere */
      readonly cities: readonly (string)[];
      /** its share of the first places */
      readonly weight: number;
    };
    answer: {
      readonly id: string;
      readonly title: string;
      readonly description: string;
      /** 1 is image, 2 is video */
      readonly media_type: 1 | 2;
      /** an http or https link */
      readonly media: string;
      /** an http or https link */
      readonly link: string;
      readonly starts_at: string;
      readonly ends_at: string;
      /** empty is everywhere */
      readonly cities: readonly (string)[];
      /** its share of the first places */
      readonly weight: number;
      readonly stopped_at: string | null;
      readonly views: number;
      readonly clicks: number;
    };
  };
  /** Change a campaign */
  'PUT /staff/campaigns/{id}': {
    path: {
      readonly id: string | number;
    };
    body: {
      readonly title: string;
      readonly description: string;
      /** 1 is image, 2 is video */
      readonly media_type: 1 | 2;
      /** an http or https link */
      readonly media: string;
      /** an http or https link */
      readonly link: string;
      readonly starts_at: string;
      readonly ends_at: string;
      /** empty is everywhere */
      readonly cities: readonly (string)[];
      /** its share of the first places */
      readonly weight: number;
    };
    answer: {
      readonly id: string;
      readonly title: string;
      readonly description: string;
      /** 1 is image, 2 is video */
      readonly media_type: 1 | 2;
      /** an http or https link */
      readonly media: string;
      /** an http or https link */
      readonly link: string;
      readonly starts_at: string;
      readonly ends_at: string;
      /** empty is everywhere */
      readonly cities: readonly (string)[];
      /** its share of the first places */
      readonly weight: number;
      readonly stopped_at: string | null;
      readonly views: number;
      readonly clicks: number;
    };
  };
  /** Views and clicks of a campaign by day (UTC) */
  'GET /staff/campaigns/{id}/days': {
    path: {
      readonly id: string | number;
    };
    answer: readonly ({
      readonly day: string;
      readonly views: number;
      readonly clicks: number;
    })[];
  };
  /** Stop a campaign */
  'POST /staff/campaigns/{id}/stop': {
    path: {
      readonly id: string | number;
    };
    answer: {
      readonly id: string;
      readonly title: string;
      readonly description: string;
      /** 1 is image, 2 is video */
      readonly media_type: 1 | 2;
      /** an http or https link */
      readonly media: string;
      /** an http or https link */
      readonly link: string;
      readonly starts_at: string;
      readonly ends_at: string;
      /** empty is everywhere */
      readonly cities: readonly (string)[];
      /** its share of the first places */
      readonly weight: number;
      readonly stopped_at: string | null;
      readonly views: number;
      readonly clicks: number;
    };
  };
  /** Coming events in a city, or everywhere */
  'GET /event/location': {
    query: {
      /** A city, optionally with its state (Bom Jesus, PI), in any case and with or without accents; or Brasil. */
      readonly location: string | number;
      readonly limit?: number;
      /** From the Link header of the page before. */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    })[];
  };
  /** Highlighted events, at most ten, in their order */
  'GET /event/spotlight': {
    answer: readonly ({
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    })[];
  };
  /** Cities that have coming events */
  'GET /event/cities': {
    answer: readonly ({
      readonly city: string;
      readonly state: string;
      readonly eventsQty: number;
    })[];
  };
  /** Categories of coming events, the most frequent first */
  'GET /event/categories': {
    answer: readonly ({
      readonly category: string;
      readonly eventsQty: number;
    })[];
  };
  /** Coming events by words, time, category and place */
  'GET /event/search': {
    query?: {
      /** Words, or beginnings of words. */
      readonly q?: string | number;
      /** A day or a moment: only events that end after it. */
      readonly from?: string | number;
      /** A day or a moment: only events that begin before its end. */
      readonly to?: string | number;
      readonly category?: string | number;
      /** A city, optionally with its state (Bom Jesus, PI), in any case and with or without accents; or Brasil. */
      readonly location?: string | number;
      readonly limit?: number;
      /** From the Link header of the page before. */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    })[];
  };
  /** Several events by their ids */
  'GET /event/list': {
    query: {
      /** At most 100 event ids, separated by commas. */
      readonly ids: string | number;
    };
    answer: readonly ({
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    })[];
  };
  /** One event */
  'GET /event/{eventId}/get': {
    path: {
      readonly eventId: string | number;
    };
    answer: {
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    };
  };
  /** Users taking part, in the order of their confirmation */
  'GET /event/{eventId}/participants': {
    path: {
      readonly eventId: string | number;
    };
    query?: {
      readonly limit?: number;
      /** From the Link header of the page before. */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null if unknown */
      readonly age: number | null;
      /** coming events that the user attends, if the viewer may see the attendance */
      readonly parties: readonly (number)[];
      /** 1 if the two are combined */
      readonly isCombination: number;
      /** image address */
      readonly image: string;
      /** address of the same image, small */
      readonly thumb: string;
      readonly confirmed_at: string;
    })[];
  };
  /** Coming events the user takes part in, soonest first */
  'GET /user/{userId}/events': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      readonly limit?: number;
      /** From the Link header of the page before. */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    })[];
  };
  /** Confirm attendance */
  'POST /event/{eventId}/confirm/{userId}': {
    path: {
      readonly eventId: string | number;
      readonly userId: string | number;
    };
    query?: {
      /** If the event is full, joins its waiting list. A place that becomes free goes to the first on the list. */
      readonly wait?: boolean;
      /** Who may see that the user attends this event; `config` (default): as in the settings. Confirming again changes it. */
      readonly attendance?: 'everyone' | 'attendees' | 'combinations' | 'nobody' | 'config';
    };
    answer: {
      readonly status: 'confirmed' | 'waiting' | 'none';
      readonly eventId: number;
      readonly userId: string;
      readonly confirmed_at: string | null;
      readonly participantsQty: number;
      /** With `waiting`: position on the waiting list, starting at 1. */
      readonly position?: number;
    };
  };
  /** Withdraw a confirmation, or leave the waiting list */
  'DELETE /event/{eventId}/confirm/{userId}': {
    path: {
      readonly eventId: string | number;
      readonly userId: string | number;
    };
    answer: {
      readonly status: 'confirmed' | 'waiting' | 'none';
      readonly eventId: number;
      readonly userId: string;
      readonly confirmed_at: string | null;
      readonly participantsQty: number;
      /** With `waiting`: position on the waiting list, starting at 1. */
      readonly position?: number;
    };
  };
  /** One event for a calendar */
  'GET /event/{eventId}/ics': {
    path: {
      readonly eventId: string | number;
    };
    answer: string;
  };
  /** A user's coming events for a calendar */
  'GET /user/{userId}/events.ics': {
    path: {
      readonly userId: string | number;
    };
    answer: string;
  };
  /** Create an address for calendar programs */
  'POST /user/calendar': {
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      /** Anyone with this address can read the list. Keep it secret like a password. */
      readonly url: string;
      readonly created_at: string;
    };
  };
  /** Revoke the address for calendar programs */
  'DELETE /user/calendar': {
    query?: {
      /** the access token; alternatively in the header Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly status: 'revoked';
    };
  };
  /** The coming events of a user, for a calendar program */
  'GET /events.ics': {
    query: {
      /** key from the address */
      readonly key: string | number;
    };
    answer: string;
  };
  /** All events, also past and cancelled ones, newest first */
  'GET /staff/events': {
    query?: {
      readonly limit?: number;
      /** Ids below this one. */
      readonly before?: number;
    };
    answer: readonly ({
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    })[];
  };
  /** Create an event */
  'POST /staff/events': {
    body: {
      readonly name: string;
      readonly startDate: string;
      readonly endDate: string;
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress?: string | null;
        readonly city: string;
        /** two letters */
        readonly state?: string;
        readonly latitude?: number | null;
        readonly longitude?: number | null;
      };
      readonly description?: string;
      readonly image?: string | null;
      /** default for a new event: the time zone of its city */
      readonly timezone?: string;
      readonly eventStatus?: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed';
      readonly organizer?: {
        readonly name?: string | null;
        readonly url?: string | null;
      };
      readonly offers?: {
        readonly url?: string | null;
        readonly price?: string | number | null;
        readonly priceCurrency?: string | null;
      };
      readonly maximumAttendeeCapacity?: number | null;
      readonly spotlight?: {
        readonly from: string;
        readonly until: string;
        readonly position: number;
      } | null;
    };
    answer: {
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    };
  };
  /** Change an event */
  'PUT /staff/events/{eventId}': {
    path: {
      readonly eventId: string | number;
    };
    body: {
      readonly name?: string;
      readonly description?: string;
      readonly image?: string | null;
      readonly startDate?: string;
      readonly endDate?: string;
      /** default for a new event: the time zone of its city */
      readonly timezone?: string;
      readonly eventStatus?: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed';
      readonly category?: string;
      readonly location?: {
        readonly name: string;
        readonly streetAddress?: string | null;
        readonly city: string;
        /** two letters */
        readonly state?: string;
        readonly latitude?: number | null;
        readonly longitude?: number | null;
      };
      readonly organizer?: {
        readonly name?: string | null;
        readonly url?: string | null;
      };
      readonly offers?: {
        readonly url?: string | null;
        readonly price?: string | number | null;
        readonly priceCurrency?: string | null;
      };
      readonly maximumAttendeeCapacity?: number | null;
      readonly spotlight?: {
        readonly from: string;
        readonly until: string;
        readonly position: number;
      } | null;
    };
    answer: {
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    };
  };
  /** Cancel an event */
  'POST /staff/events/{eventId}/cancel': {
    path: {
      readonly eventId: string | number;
    };
    answer: {
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    };
  };
  /** An uploaded picture of an event */
  'GET /event-pictures/{name}': {
    path: {
      readonly name: string | number;
    };
    answer: Blob;
  };
  /** Upload the picture of an event */
  'PUT /staff/events/{eventId}/picture': {
    path: {
      readonly eventId: string | number;
    };
    body: Blob | Uint8Array<ArrayBuffer>;
    answer: {
      readonly id: number;
      readonly name: string;
      readonly description: string;
      readonly image: string | null;
      readonly startDate: string;
      readonly endDate: string;
      /** time zone of the venue */
      readonly timezone: string;
      readonly eventStatus: 'EventScheduled' | 'EventRescheduled' | 'EventPostponed' | 'EventCancelled';
      readonly category: string;
      readonly location: {
        readonly name: string;
        readonly streetAddress: string | null;
        readonly city: string;
        readonly state: string;
        readonly country: string;
        readonly latitude: number | null;
        readonly longitude: number | null;
      };
      readonly organizer: {
        readonly name: string | null;
        readonly url: string | null;
      };
      readonly offers: {
        readonly url: string | null;
        readonly price: string | null;
        readonly priceCurrency: string | null;
      };
      /** null: no limit */
      readonly maximumAttendeeCapacity: number | null;
      /** null: no limit */
      readonly remainingAttendeeCapacity: number | null;
      readonly participantsQty: number;
      /** Whether the owner of the token takes part; false without a token. */
      readonly isConfirmed: boolean;
      /** Whether the owner of the token is on its waiting list; false without a token. */
      readonly isWaiting: boolean;
      /** Who may see that the owner of the token takes part or is waiting, if chosen for this event; null: as in the settings. */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;
      readonly isSpotlight: boolean;
    };
  };
  /** Send a message */
  'POST /user/{userId}/chat/{userChat}': {
    path: {
      readonly userId: string | number;
      /** the other user */
      readonly userChat: string | number;
    };
    body: {
      readonly message: string;
      readonly client_id?: string | null;
    };
    answer: {
      readonly id: string;
      readonly client_id: string | null;
      readonly from: string;
      readonly to: string;
      /** empty if the message was deleted */
      readonly message: string;
      readonly sent_at: string;
      readonly read_at: string | null;
      readonly deleted: boolean;
    };
  };
  /** Read a week of a chat */
  'GET /user/{userId}/chat/{userChat}': {
    path: {
      readonly userId: string | number;
      /** the other user */
      readonly userChat: string | number;
    };
    query?: {
      /** Returns only messages of this week before this one. Value of `before` in the previous response. */
      readonly before?: string | number;
      /** Maximum number of messages, latest first. Default: 50 with `before`, otherwise the whole week, up to 5000 messages. A page has at most 1 MiB: it keeps the newest messages and sets `before`. */
      readonly limit?: number;
    };
    answer: {
      readonly page: number;
      readonly from: string;
      /** exclusive */
      readonly until: string;
      /** oldest first */
      readonly messages: readonly ({
        readonly id: string;
        readonly client_id: string | null;
        readonly from: string;
        readonly to: string;
        /** empty if the message was deleted */
        readonly message: string;
        readonly sent_at: string;
        readonly read_at: string | null;
        readonly deleted: boolean;
      })[];
      /** the next earlier page with messages */
      readonly nextPage: number | null;
      /** the week has earlier messages: request them with this `before` */
      readonly before: string | null;
    };
  };
  /** Read a week of a chat */
  'GET /user/{userId}/chat/{userChat}/{pageOrMessage}': {
    path: {
      readonly userId: string | number;
      /** the other user */
      readonly userChat: string | number;
      /** weeks back; 0 is the last seven days */
      readonly pageOrMessage: number;
    };
    query?: {
      /** Returns only messages of this week before this one. Value of `before` in the previous response. */
      readonly before?: string | number;
      /** Maximum number of messages, latest first. Default: 50 with `before`, otherwise the whole week, up to 5000 messages. A page has at most 1 MiB: it keeps the newest messages and sets `before`. */
      readonly limit?: number;
    };
    answer: {
      readonly page: number;
      readonly from: string;
      /** exclusive */
      readonly until: string;
      /** oldest first */
      readonly messages: readonly ({
        readonly id: string;
        readonly client_id: string | null;
        readonly from: string;
        readonly to: string;
        /** empty if the message was deleted */
        readonly message: string;
        readonly sent_at: string;
        readonly read_at: string | null;
        readonly deleted: boolean;
      })[];
      /** the next earlier page with messages */
      readonly nextPage: number | null;
      /** the week has earlier messages: request them with this `before` */
      readonly before: string | null;
    };
  };
  /** Delete a message, or the chat */
  'DELETE /user/{userId}/chat/{userChat}/{pageOrMessage}': {
    path: {
      readonly userId: string | number;
      /** the other user */
      readonly userChat: string | number;
      /** a message, or ALL */
      readonly pageOrMessage: string | number;
    };
    answer: {
      readonly deleted: number;
    };
  };
  /** Report typing to the other user */
  'POST /user/{userId}/chat/{userChat}/typing': {
    path: {
      readonly userId: string | number;
      /** the other user */
      readonly userChat: string | number;
    };
    answer: {
      readonly status: 'ok';
    };
  };
  /** The public VAPID key */
  'GET /push/key': {
    answer: {
      readonly public_key: string;
    };
  };
  /** Register a device for push notifications */
  'PUT /user/{userId}/devices/{deviceId}': {
    path: {
      readonly userId: string | number;
      /** chosen by the client */
      readonly deviceId: string | number;
    };
    body: {
      /** web (default): a browser; fcm: Google; apns: Apple */
      readonly platform?: 'web' | 'fcm' | 'apns';
      /** of web */
      readonly endpoint?: string;
      /** of web */
      readonly expirationTime?: number | null;
      /** of web */
      readonly keys?: {
        readonly p256dh: string;
        readonly auth: string;
      };
      /** of fcm: the registration token; of apns: the device token in hexadecimal, 16 to 100 bytes */
      readonly token?: string;
      /** of apns: the service of Apple that issued the token; default: production; sandbox for an app run from Xcode */
      readonly environment?: 'production' | 'sandbox';
    };
    answer: {
      readonly device_id: string;
      readonly platform: 'web' | 'fcm' | 'apns';
      readonly created_at: string;
    };
  };
  /** Remove a device from push notifications */
  'DELETE /user/{userId}/devices/{deviceId}': {
    path: {
      readonly userId: string | number;
      /** chosen by the client */
      readonly deviceId: string | number;
    };
    answer: {
      readonly deleted: number;
    };
  };
  /** Receive updates of a user live */
  'GET /user/{userId}/live': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** the last number that the client has received */
      readonly since?: number;
    };
    answer: string;
  };
  /** Read the updates of a user since a number */
  'GET /user/{userId}/updates': {
    path: {
      readonly userId: string | number;
    };
    query: {
      /** the last number that the client has received */
      readonly since: number;
      readonly limit?: number;
    };
    answer: {
      readonly updates: readonly ({
        /** increasing, possibly with gaps */
        readonly seq: number;
        readonly type: 'message' | 'read' | 'typing' | 'combination' | 'combination_undone' | 'chat_emptied' | 'event' | 'notice' | 'report';
        readonly at: string;
        /** message: the message; read: {by, of, upTo, read_at}, with `from` if earlier messages were not marked as read; typing: {from}; combination: {userId, combined_at}; combination_undone: {userId, undone_at}; chat_emptied, for the own chat with userId: {userId, upTo}; event: {eventId, notice: moved | cancelled | tomorrow | seat, name, startDate, eventStatus}, where seat means that the user has received a place from the waiting list; notice: as in `notices`; report: {reports: [id…], outcome: action_taken | no_breach} for own reports */
        readonly data: unknown;
      })[];
      /** send this number as `since` of the next request */
      readonly seq: number;
      readonly more: boolean;
      /** false: updates after `since` have been deleted (after 14 days), or `since` is beyond the last number (after a restore from backup), or a combined user was deleted or suspended or has returned; read the combinations and chats again and continue from `seq` */
      readonly complete: boolean;
    };
  };
}
