// Made from the OpenAPI document by scripts/client-types.ts; a test tells when it is stale.

export interface SocialApi {
  /** Sign in, or refresh */
  'POST /oauth/token': {
    query?: {
      /** the user's social-login identifier */
      readonly user_id?: string | number;
      /** user name */
      readonly name?: string | number;
      /** who issued the id_token */
      readonly provider?: string | number;
      /** proof; its subject is user_id */
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
      /** who issued the id_token */
      readonly provider?: string;
      /** proof; its subject is user_id */
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
      /** what one signs in with */
      readonly user_id: string;
      readonly name: string;
      /** city and state */
      readonly local: string;
      /** null where it is not known */
      readonly age: number | null;
      /** image address */
      readonly thumb: string;
    })[];
  };
  /** What the app shows at its first run */
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
  /** One’s own profile */
  'GET /user/perfil': {
    query?: {
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly name: string;
      /** a string, as the interface has it */
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
  /** Change one’s own profile */
  'PUT /user/perfil': {
    query?: {
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    body: {
      readonly name?: string;
      /** a string, as the interface has it */
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
      /** a string, as the interface has it */
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
  /** Brazilian cities by the beginning of their name */
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
      /** for this viewer, for a week at least, while the session lasts */
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
      /** for this viewer, for a week at least, while the session lasts */
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
      /** for this viewer, for a week at least, while the session lasts */
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
      /** for this viewer, for a week at least, while the session lasts */
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
      /** who looks, as the address of a photo has it */
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
      /** who looks, as the address of a photo has it */
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
      /** notify at all; cancelled events and decisions of the staff are told in any case */
      readonly notificationAlert: boolean;
      /** mail about events, where an address is known */
      readonly eventMail: boolean;
      /** who may see that the user goes to an event; `attendees` are people who go to the same one */
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
      /** notify at all; cancelled events and decisions of the staff are told in any case */
      readonly notificationAlert?: boolean;
      /** mail about events, where an address is known */
      readonly eventMail?: boolean;
      /** who may see that the user goes to an event; `attendees` are people who go to the same one */
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
      /** notify at all; cancelled events and decisions of the staff are told in any case */
      readonly notificationAlert: boolean;
      /** mail about events, where an address is known */
      readonly eventMail: boolean;
      /** who may see that the user goes to an event; `attendees` are people who go to the same one */
      readonly attendance: 'everyone' | 'attendees' | 'combinations' | 'nobody';
      /** whether the user has chosen `attendance`; until then it is the default of the service */
      readonly attendanceChosen: boolean;
    };
  };
  /** People to meet */
  'GET /user/feed': {
    query?: {
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null where it is not known */
      readonly age: number | null;
      /** coming events the user takes part in, and shows the viewer */
      readonly parties: readonly (number)[];
      /** 1 where the two are combined */
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
      /** the session token; or Authorization: Bearer */
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
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly comStatus: 'none';
    };
  };
  /** Take back the last dislike */
  'POST /user/undo': {
    query?: {
      /** the session token; or Authorization: Bearer */
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
        /** null where it is not known */
        readonly age: number | null;
        /** coming events the user takes part in, and shows the viewer */
        readonly parties: readonly (number)[];
        /** 1 where the two are combined */
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
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
      /** how many days it lasts, 0 for good; left out: BLOCK_DAYS */
      readonly days?: number;
    };
    answer: {
      readonly status: 'blocked';
      /** null is for good */
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
      /** the session token; or Authorization: Bearer */
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
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null where it is not known */
      readonly age: number | null;
      /** coming events the user takes part in, and shows the viewer */
      readonly parties: readonly (number)[];
      /** 1 where the two are combined */
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
        /** empty once it is deleted */
        readonly message: string;
        readonly sent_at: string;
        readonly read_at: string | null;
        readonly deleted: boolean;
      } | null;
      readonly unreadQty: number;
      /** combined, and connected to `live` now */
      readonly isOnline: boolean;
      /** when the other was last seen to sign in or look around, to the minute; null for strangers */
      readonly active_at: string | null;
    })[];
  };
  /** All that is shown of a user */
  'GET /user/{userId}/card': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null where it is not known */
      readonly age: number | null;
      /** coming events the user takes part in, and shows the viewer */
      readonly parties: readonly (number)[];
      /** 1 where the two are combined */
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
      /** coming events that both go to, where the user shows it to the viewer; soonest first */
      readonly sharedEvents: readonly ({
        readonly id: number;
        readonly name: string;
        readonly startDate: string;
        /** of the place where it is */
        readonly timezone: string;
        readonly city: string;
      })[];
      /** combined, and connected to `live` now */
      readonly isOnline: boolean;
      /** when the other was last seen to sign in or look around, to the minute; null for strangers */
      readonly active_at: string | null;
    };
  };
  /** Whom a user has blocked */
  'GET /user/{userId}/blocks': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
      /** only blocks that end within so many days */
      readonly endsWithin?: number;
    };
    answer: readonly ({
      readonly name: string;
      readonly id: string;
      readonly photoQty: number;
      /** city and state */
      readonly local: string;
      /** null where it is not known */
      readonly age: number | null;
      /** coming events the user takes part in, and shows the viewer */
      readonly parties: readonly (number)[];
      /** 1 where the two are combined */
      readonly isCombination: number;
      /** image address */
      readonly image: string;
      /** address of the same image, small */
      readonly thumb: string;
      /** null is for good */
      readonly blocked_until: string | null;
    })[];
  };
  /** Who likes a user */
  'GET /user/{userId}/likes': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      /** 100 stands for 100 and more */
      readonly likesQty: number;
      /** null for whoever is not premium */
      readonly likes: readonly ({
        readonly name: string;
        readonly id: string;
        readonly photoQty: number;
        /** city and state */
        readonly local: string;
        /** null where it is not known */
        readonly age: number | null;
        /** coming events the user takes part in, and shows the viewer */
        readonly parties: readonly (number)[];
        /** 1 where the two are combined */
        readonly isCombination: number;
        /** image address */
        readonly image: string;
        /** address of the same image, small */
        readonly thumb: string;
        readonly liked_at: string;
      })[] | null;
    };
  };
  /** What waits for a user, in numbers */
  'GET /user/{userId}/counters': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      /** messages that were not read, of people one is combined with; 100 stands for 100 and more */
      readonly unreadQty: number;
      /** combinations since the first page of the list of combinations was last read; 100 stands for 100 and more */
      readonly newCombinationsQty: number;
      /** as `likes` has it; 100 stands for 100 and more */
      readonly likesQty: number;
    };
  };
  /** Advertising campaigns */
  'GET /get/ads': {
    query?: {
      /** the session token; or Authorization: Bearer */
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
      /** the session token; or Authorization: Bearer */
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
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly status: 'counted' | 'not_counted';
    };
  };
  /** Our own copy of a picture elsewhere */
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
      /** harassment, hate, sexual, violence, minor, fake, spam, scam, other, or one of the app’s own; `other` where it is left out */
      readonly category?: string;
      /** ids of messages of the chat with that user */
      readonly messages?: readonly (string)[];
      /** a photo of that user: its id, or its address as cards and lists of photos have it, which also names the one in `image` */
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
      /** harassment, hate, sexual, violence, minor, fake, spam, scam, other, or one of the app’s own; `other` where it is left out */
      readonly category?: string;
    };
    answer: {
      readonly status: string;
      readonly id: string;
    };
  };
  /** What a user has reported, and the outcome */
  'GET /user/{userId}/reports': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      /** null for an event, and once an account of that user was erased */
      readonly user_id: string | null;
      readonly event_id: number | null;
      /** of the user or the event, as it was then; null once an account of that user was erased */
      readonly name: string | null;
      readonly category: string;
      readonly reason: string;
      readonly created_at: string;
      readonly closed_at: string | null;
      /** null while it is open, and where it was closed without a decision */
      readonly outcome: 'action_taken' | 'no_breach' | null;
    })[];
  };
  /** Reports, newest first */
  'GET /staff/reports': {
    query?: {
      readonly closed?: boolean;
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly reporter_id: string | null;
      readonly reported_id: string | null;
      readonly event_id: number | null;
      /** of the user or the event */
      readonly reported_name: string | null;
      /** the text of the profile or the event, as it was then */
      readonly reported_about: string | null;
      readonly category: string;
      readonly reason: string;
      readonly created_at: string;
      readonly closed_at: string | null;
      /** null while it is open, and where it was closed without a decision */
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
  /** The photo that was reported, as it was then */
  'GET /staff/reports/{id}/photo': {
    path: {
      readonly id: string | number;
    };
    answer: Blob;
  };
  /** What the staff decided about a user */
  'GET /user/{userId}/notices': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'refuse_appeal';
      readonly reason: string;
      /** what was removed: `name`, `about`, or the id of a photo or a message */
      readonly subject: string | null;
      /** of a suspension; null is for good */
      readonly until: string | null;
      readonly created_at: string;
    })[];
  };
  /** Appeal against a suspension, or against being hidden */
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
      /** for the user to read */
      readonly reason: string;
      /** for staff alone */
      readonly note?: string;
      /** the reports it is based on, as they were seen: 409 `case_settled` where another member of staff has settled one; all that are open where it is left out */
      readonly reports?: readonly (string)[];
      /** more is to come: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Keep a user out of feeds */
  'POST /staff/users/{id}/hide': {
    path: {
      /** the user */
      readonly id: string | number;
    };
    body: {
      /** for the user to read */
      readonly reason: string;
      /** for staff alone */
      readonly note?: string;
      /** the reports it is based on, as they were seen: 409 `case_settled` where another member of staff has settled one; all that are open where it is left out */
      readonly reports?: readonly (string)[];
      /** more is to come: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
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
      /** for the user to read */
      readonly reason: string;
      /** for staff alone */
      readonly note?: string;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
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
      /** its id, as a report has it */
      readonly photo: string;
      /** for the user to read */
      readonly reason: string;
      /** for staff alone */
      readonly note?: string;
      /** the reports it is based on, as they were seen: 409 `case_settled` where another member of staff has settled one; all that are open where it is left out */
      readonly reports?: readonly (string)[];
      /** more is to come: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
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
      /** for the user to read */
      readonly reason: string;
      /** for staff alone */
      readonly note?: string;
      /** the reports it is based on, as they were seen: 409 `case_settled` where another member of staff has settled one; all that are open where it is left out */
      readonly reports?: readonly (string)[];
      /** more is to come: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
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
      /** a day (YYYY-MM-DD), from whose beginning in America/Sao_Paulo the user is back, a date-time, or null for good */
      readonly until: string | null;
      /** for the user to read */
      readonly reason: string;
      /** for staff alone */
      readonly note?: string;
      /** the reports it is based on, as they were seen: 409 `case_settled` where another member of staff has settled one; all that are open where it is left out */
      readonly reports?: readonly (string)[];
      /** more is to come: the reports stay open */
      readonly keep_open?: boolean;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
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
      /** for the user to read */
      readonly reason: string;
      /** for staff alone */
      readonly note?: string;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
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
      /** the reports it is based on, as they were seen: 409 `case_settled` where another member of staff has settled one; all that are open where it is left out */
      readonly reports?: readonly (string)[];
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
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
      /** for staff alone */
      readonly note?: string;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
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
      /** for the user to read */
      readonly reason: string;
      /** for staff alone */
      readonly note?: string;
    };
    answer: {
      /** `unchanged`: it was so already, nobody is told again */
      readonly status: 'done' | 'unchanged';
      readonly act: {
        readonly id: string;
        readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
        readonly reason: string;
        /** what was removed: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
      } | null;
    };
  };
  /** Whom staff have to look at */
  'GET /staff/cases': {
    query?: {
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly user: {
        readonly id: string;
        readonly name: string;
        readonly about: string;
        readonly created_at: string;
        readonly deleted_at: string | null;
        /** when this account was erased, of which only the case is left; with `returned_at`, when an account was erased that the same identity had before */
        readonly erased_at: string | null;
        /** when the identity signed up again, and got the case of the erased account */
        readonly returned_at: string | null;
        readonly suspended: boolean;
        /** null is for good, where `suspended` is true */
        readonly suspended_until: string | null;
        /** who keeps the user out of feeds; `reports`: so many that staff must look first */
        readonly hidden_by: 'staff' | 'reports' | null;
      };
      /** null where nothing is open */
      readonly opened_at: string | null;
      readonly open_reports: number;
      /** by how many different people */
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
        /** of the profile, as it was then */
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
          /** for staff; or where it lay elsewhere */
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
        /** what was removed: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
        /** null once that user was erased */
        readonly user_id: string | null;
        /** the e-mail address of who decided; null where a rule did */
        readonly staff: string | null;
        readonly note: string;
        /** what was open against the user */
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
  /** What there is about a user, open or not */
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
        /** when this account was erased, of which only the case is left; with `returned_at`, when an account was erased that the same identity had before */
        readonly erased_at: string | null;
        /** when the identity signed up again, and got the case of the erased account */
        readonly returned_at: string | null;
        readonly suspended: boolean;
        /** null is for good, where `suspended` is true */
        readonly suspended_until: string | null;
        /** who keeps the user out of feeds; `reports`: so many that staff must look first */
        readonly hidden_by: 'staff' | 'reports' | null;
      };
      /** null where nothing is open */
      readonly opened_at: string | null;
      readonly open_reports: number;
      /** by how many different people */
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
        /** of the profile, as it was then */
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
          /** for staff; or where it lay elsewhere */
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
        /** what was removed: `name`, `about`, or the id of a photo or a message */
        readonly subject: string | null;
        readonly until: string | null;
        readonly created_at: string;
        /** null once that user was erased */
        readonly user_id: string | null;
        /** the e-mail address of who decided; null where a rule did */
        readonly staff: string | null;
        readonly note: string;
        /** what was open against the user */
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
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly reporter_id: string | null;
      readonly category: string;
      readonly reason: string;
      /** of the profile, as it was then */
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
        /** for staff; or where it lay elsewhere */
        readonly url: string;
      } | null;
      readonly created_at: string;
      readonly closed_at: string | null;
      /** the act that settled it */
      readonly act: string | null;
      readonly note: string;
    })[];
  };
  /** What staff did, newest first */
  'GET /staff/acts': {
    query?: {
      /** only what was done to this user */
      readonly user?: string | number;
      /** items a page, 50 by default */
      readonly limit?: number;
      /** from the Link header of the page before */
      readonly cursor?: string | number;
    };
    answer: readonly ({
      readonly id: string;
      readonly kind: 'warn' | 'hide' | 'unhide' | 'remove_photo' | 'remove_text' | 'suspend' | 'lift' | 'dismiss' | 'refuse_appeal';
      readonly reason: string;
      /** what was removed: `name`, `about`, or the id of a photo or a message */
      readonly subject: string | null;
      readonly until: string | null;
      readonly created_at: string;
      /** null once that user was erased */
      readonly user_id: string | null;
      /** the e-mail address of who decided; null where a rule did */
      readonly staff: string | null;
      readonly note: string;
      /** what was open against the user */
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
  /** A copy of all data about oneself */
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
  /** Make a user premium, or not */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** A day or a moment: events not over by then. */
      readonly from?: string | number;
      /** A day or a moment: events that begin before its end. */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** null where it is not known */
      readonly age: number | null;
      /** coming events the user takes part in, and shows the viewer */
      readonly parties: readonly (number)[];
      /** 1 where the two are combined */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** Where the event is full, join its waiting list: a place that becomes free goes to the first. */
      readonly wait?: boolean;
      /** Who may see that the user goes to this event; `config`: as the config says, which holds where nothing was chosen. Confirming again changes it. */
      readonly attendance?: 'everyone' | 'attendees' | 'combinations' | 'nobody' | 'config';
    };
    answer: {
      readonly status: 'confirmed' | 'waiting' | 'none';
      readonly eventId: number;
      readonly userId: string;
      readonly confirmed_at: string | null;
      readonly participantsQty: number;
      /** With `waiting`: how far ahead, the first being 1. */
      readonly position?: number;
    };
  };
  /** Take a confirmation back, or leave the waiting list */
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
      /** With `waiting`: how far ahead, the first being 1. */
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
  /** Make an address for calendar programs */
  'POST /user/calendar': {
    query?: {
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      /** Whoever has it can read the list; keep it like a password. */
      readonly url: string;
      readonly created_at: string;
    };
  };
  /** Revoke the address for calendar programs */
  'DELETE /user/calendar': {
    query?: {
      /** the session token; or Authorization: Bearer */
      readonly access_token?: string | number;
    };
    answer: {
      readonly status: 'revoked';
    };
  };
  /** The coming events of a user, for a calendar program */
  'GET /events.ics': {
    query: {
      /** as in the address */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** of a new event, where it is left out: that of its city */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** of a new event, where it is left out: that of its city */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** of the place where it is */
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
      /** Who may see that the owner of the token takes part, or will from the waiting list, where that was chosen for this event; null: as the config says. */
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
      /** empty once it is deleted */
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
      /** A message of this week: only what came before it. From `before` of the answer. */
      readonly before?: string | number;
      /** The latest so many. 50 with `before`, the whole week without either, up to 5000 messages. A page has at most 1 MiB: it keeps the newest messages and sets `before`. */
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
        /** empty once it is deleted */
        readonly message: string;
        readonly sent_at: string;
        readonly read_at: string | null;
        readonly deleted: boolean;
      })[];
      /** the next page back that has messages */
      readonly nextPage: number | null;
      /** there is more of this week: ask with this `before` */
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
      /** A message of this week: only what came before it. From `before` of the answer. */
      readonly before?: string | number;
      /** The latest so many. 50 with `before`, the whole week without either, up to 5000 messages. A page has at most 1 MiB: it keeps the newest messages and sets `before`. */
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
        /** empty once it is deleted */
        readonly message: string;
        readonly sent_at: string;
        readonly read_at: string | null;
        readonly deleted: boolean;
      })[];
      /** the next page back that has messages */
      readonly nextPage: number | null;
      /** there is more of this week: ask with this `before` */
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
  /** Tell the other that one is typing */
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
  /** Have a device told by push */
  'PUT /user/{userId}/devices/{deviceId}': {
    path: {
      readonly userId: string | number;
      /** chosen by the client */
      readonly deviceId: string | number;
    };
    body: {
      /** web, which is also meant where it is missing: a browser; fcm: Google; apns: Apple */
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
      /** of apns: which service of Apple gave the token; production where it is missing, sandbox for an app that is run from Xcode */
      readonly environment?: 'production' | 'sandbox';
    };
    answer: {
      readonly device_id: string;
      readonly platform: 'web' | 'fcm' | 'apns';
      readonly created_at: string;
    };
  };
  /** Have a device told no more */
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
  /** What happens to a user, as it happens */
  'GET /user/{userId}/live': {
    path: {
      readonly userId: string | number;
    };
    query?: {
      /** the last number that the client has */
      readonly since?: number;
    };
    answer: string;
  };
  /** What happened to a user since a number */
  'GET /user/{userId}/updates': {
    path: {
      readonly userId: string | number;
    };
    query: {
      /** the last number that the client has */
      readonly since: number;
      readonly limit?: number;
    };
    answer: {
      readonly updates: readonly ({
        /** grows; numbers may be missing */
        readonly seq: number;
        readonly type: 'message' | 'read' | 'typing' | 'combination' | 'combination_undone' | 'chat_emptied' | 'event' | 'notice' | 'report';
        readonly at: string;
        /** message: the message; read: {by, of, upTo, read_at}, with `from` where nothing before that message was read by it; typing: {from}; combination: {userId, combined_at}; combination_undone: {userId, undone_at}; chat_emptied, of one’s own chat with userId: {userId, upTo}; event: {eventId, notice: moved | cancelled | tomorrow | seat, name, startDate, eventStatus}, where seat means that the waiting is over and the user takes part; notice: as in `notices`; report: {reports: [id…], outcome: action_taken | no_breach} of one’s own reports */
        readonly data: unknown;
      })[];
      /** ask again since this number */
      readonly seq: number;
      readonly more: boolean;
      /** false: updates after `since` have been forgotten (14 days), or `since` is beyond the last, as after a backup was restored, or somebody whom the user is combined with has been deleted or suspended, or is back; read the combinations and chats again and go on from `seq` */
      readonly complete: boolean;
    };
  };
}
