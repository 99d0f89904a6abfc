import { defineProblems } from '../platform/problem.ts';

export const socialProblems = defineProblems({
  invalid_grant: {
    status: 401,
    title: {
      en: 'The refresh token is no longer valid',
      pt: 'O refresh token não vale mais',
      de: 'Das Refresh-Token gilt nicht mehr',
    },
  },
  user_suspended: {
    status: 403,
    title: { en: 'The user is suspended', pt: 'O usuário está suspenso', de: 'Der Benutzer ist gesperrt' },
    members: {
      reason: 'Reason that staff have given',
      suspended_until: 'End of the suspension. Missing if it is permanent',
      user_id: 'The id that paths take as userId',
      appeal: '`possible`, `open` while staff decide, or `refused`',
      appeal_path: 'Path for the appeal, below the base URL',
      appeal_token:
        'A bearer token for that path, the notices, the export and the deletion of this user, valid for an hour',
    },
  },
  nothing_to_appeal: {
    status: 409,
    title: {
      en: 'There is no decision in force to appeal against',
      pt: 'Não há decisão em vigor contra a qual recorrer',
      de: 'Nichts ist in Kraft, wogegen man Einspruch erheben könnte',
    },
  },
  appealed_already: {
    status: 409,
    title: {
      en: 'This decision was already appealed against',
      pt: 'Já foi apresentado um recurso contra esta decisão',
      de: 'Gegen diese Entscheidung gab es schon einen Einspruch',
    },
  },
  appeal_decided: {
    status: 409,
    title: {
      en: 'The appeal was already decided differently',
      pt: 'O recurso já foi decidido de outra forma',
      de: 'Über den Einspruch wurde anders entschieden',
    },
  },
  case_settled: {
    status: 409,
    title: {
      en: 'Another member of staff has already settled this',
      pt: 'Outra pessoa da equipe já resolveu isto',
      de: 'Jemand anders vom Personal hat das inzwischen erledigt',
    },
  },
  factor_required: {
    status: 401,
    title: {
      en: 'A code of the second factor is needed',
      pt: 'É preciso um código do segundo fator',
      de: 'Ein Code des zweiten Faktors wird gebraucht',
    },
  },
  password_change_required: {
    status: 403,
    title: {
      en: 'A new password must be set first',
      pt: 'Antes é preciso criar uma nova senha',
      de: 'Vorher muss ein neues Passwort festgelegt werden',
    },
  },
  identity_not_proven: {
    status: 401,
    title: {
      en: 'The stated identity was not proven',
      pt: 'A identidade informada não foi comprovada',
      de: 'Die angegebene Identität wurde nicht nachgewiesen',
    },
  },
  provider_unavailable: {
    status: 503,
    title: {
      en: 'The identity provider cannot be reached at the moment',
      pt: 'O provedor de identidade não responde no momento',
      de: 'Der Identitätsanbieter ist im Moment nicht erreichbar',
    },
  },
  export_running: {
    status: 409,
    title: {
      en: 'A copy of this user’s data is already being sent',
      pt: 'Uma cópia dos dados deste usuário já está sendo enviada',
      de: 'Eine Kopie der Daten dieses Benutzers wird bereits gesendet',
    },
  },
  recent_sign_in_required: {
    status: 403,
    title: {
      en: 'This needs a more recent sign-in',
      pt: 'Isto exige um login mais recente',
      de: 'Dafür ist eine Anmeldung nötig, die nur kurz zurückliegt',
    },
  },
  own_user: {
    status: 409,
    title: {
      en: 'Users cannot do this to themselves',
      pt: 'O usuário não pode fazer isto consigo mesmo',
      de: 'Das kann man nicht mit sich selbst tun',
    },
  },
  prefetch_refused: {
    status: 403,
    title: {
      en: 'A prefetch cannot change anything',
      pt: 'Uma pré-busca não pode alterar nada',
      de: 'Das ändert etwas und geschieht nicht für ein Vorabladen',
    },
  },
  not_combined: {
    status: 403,
    title: {
      en: 'The two users are not combined',
      pt: 'Os dois usuários não têm uma combinação',
      de: 'Die beiden Benutzer haben keine Kombination',
    },
  },
  premium_only: {
    status: 403,
    title: {
      en: 'This is for premium users',
      pt: 'Isto é para usuários premium',
      de: 'Das ist für Premium-Benutzer',
    },
  },
  nothing_to_undo: {
    status: 409,
    title: {
      en: 'There is no dislike to undo',
      pt: 'Não há nenhum dislike para desfazer',
      de: 'Es gibt kein Dislike zurückzunehmen',
    },
  },
  undid_combination: {
    status: 409,
    title: {
      en: 'The last dislike ended a combination and cannot be undone',
      pt: 'O último dislike desfez uma combinação e não pode ser desfeito',
      de: 'Das letzte Dislike hat eine Kombination gelöst und bleibt',
    },
  },
  limit_reached: {
    status: 429,
    title: {
      en: 'The limit of this action is reached',
      pt: 'O limite desta ação foi atingido',
      de: 'Das wurde so oft getan, wie ein Benutzer darf',
    },
    namesFields: true,
    members: {
      limit: 'name of the limit: likes_per_day, messages_per_minute, photo_links_per_day or reports_per_day',
    },
  },
  too_many_photos: {
    status: 409,
    title: {
      en: 'The user already has five photos',
      pt: 'O usuário já tem cinco fotos',
      de: 'Es gibt schon fünf Fotos',
    },
  },
  event_full: {
    status: 409,
    title: {
      en: 'The event has no place left',
      pt: 'O evento não tem mais vagas',
      de: 'Das Event hat keinen Platz mehr',
    },
  },
  event_cancelled: {
    status: 409,
    title: { en: 'The event was cancelled', pt: 'O evento foi cancelado', de: 'Das Event wurde abgesagt' },
  },
  event_changed: {
    status: 409,
    title: {
      en: 'Another person has changed the event in the meantime',
      pt: 'Outra pessoa alterou o evento nesse meio-tempo',
      de: 'Jemand anders hat das Event inzwischen geändert',
    },
  },
  text_changed: {
    status: 409,
    title: {
      en: 'Another person has published a version in the meantime',
      pt: 'Outra pessoa publicou uma versão nesse meio-tempo',
      de: 'Jemand anders hat inzwischen eine andere Fassung veröffentlicht',
    },
  },
  event_over: {
    status: 409,
    title: { en: 'The event is over', pt: 'O evento já terminou', de: 'Das Event ist vorbei' },
  },
});
