import type { Language, Words } from '../../http/language.ts';

type Triple = readonly [english: string, portuguese: string, german: string];

const triples = {
  jobs: ['Jobs', 'Tarefas', 'Aufgaben'],
  jobsLead: [
    'Background jobs: {due} due, {later} scheduled for later, {failing} failed before.',
    'Trabalho feito depois: {due} devidas, {later} esperam a hora, {failing} já falharam.',
    'Arbeit für später: {due} sind fällig, {later} warten auf ihre Zeit, {failing} sind schon gescheitert.',
  ],
  failedJob: ['Job {name}', 'Tarefa {name}', 'Aufgabe {name}'],
  job: ['Job', 'Tarefa', 'Aufgabe'],
  status: ['Status', 'Situação', 'Status'],
  attempts: ['Attempts', 'Tentativas', 'Versuche'],
  error: ['Error', 'Falhou por', 'Gescheitert an'],
  next: ['Next', 'Próxima', 'Nächster'],
  since: ['Since', 'Desde', 'Seit'],
  acts: ['Acts', 'Ações', 'Aktionen'],
  givenUp: ['Given up', 'Desistida', 'Aufgegeben'],
  running: ['Running', 'Em execução', 'Läuft'],
  triedAgain: ['Tried again', 'Tentada de novo', 'Wird erneut versucht'],
  retry: ['Retry', 'Tentar de novo', 'Erneut versuchen'],
  noJobs: ['No job has failed', 'Nenhuma tarefa falhou', 'Keine Aufgabe ist gescheitert'],
  noJobsText: [
    'Failed jobs are retried automatically. They are listed here until they succeed or a week has passed.',
    'O que falha é tentado de novo sozinho e fica aqui até funcionar ou passar uma semana.',
    'Was scheitert, wird von selbst erneut versucht und steht hier, bis es gelingt oder eine Woche vorüber ist.',
  ],
  health: ['Health', 'Saúde', 'Zustand'],
  healthLead: [
    'The figures of /metrics for the processes on this port. Updated every two seconds.',
    'Dos mesmos números de /metrics, dos processos nesta porta. Redesenhado a cada dois segundos.',
    'Aus denselben Zahlen wie /metrics, von den Prozessen an diesem Port. Alle zwei Sekunden neu gezeichnet.',
  ],
  away: [
    'The database {name} cannot be reached. Its data is missing below.',
    'O banco de dados {name} não responde. O que está nele falta abaixo.',
    'Die Datenbank {name} ist nicht zu erreichen. Was dort liegt, fehlt hier unten.',
  ],
  now: ['Now', 'Agora', 'Jetzt'],
  uptime: ['Up since', 'No ar desde', 'Läuft seit'],
  memory: ['Memory', 'Memória', 'Speicher'],
  lag: ['Event loop, 99th percentile', 'Event loop, percentil 99', 'Event Loop, 99. Perzentil'],
  pool: ['Database connections', 'Conexões do banco', 'Datenbankverbindungen'],
  poolWaiting: [
    '{size} at most, {waiting} requests waiting',
    'no máximo {size}, {waiting} pedidos esperam',
    'höchstens {size}, {waiting} Anfragen warten',
  ],
  requests: ['Requests', 'Pedidos', 'Anfragen'],
  requestsText: [
    '{count} since the start, {errors} of them server errors',
    '{count} desde o início, dos quais {errors} falharam por nossa culpa',
    '{count} seit dem Start, davon {errors} durch unsere Schuld gescheitert',
  ],
  jobsWaiting: [
    '{due} due, {failing} failing',
    '{due} devidas, {failing} falhando',
    '{due} fällig, {failing} scheiternd',
  ],
  fine: ['Fine', 'Bem', 'Gut'],
  look: ['Look at it', 'Confira', 'Ansehen'],
  processes: ['Processes', 'Processos', 'Prozesse'],
  process: ['Session', 'Sessão', 'Sitzung'],
  machine: ['From', 'De', 'Von'],
  local: ['this machine', 'esta máquina', 'diese Maschine'],
  leaders: ['Leaders', 'Líderes', 'Wer was führt'],
  work: ['Work', 'Trabalho', 'Arbeit'],
  leader: ['Leader', 'Liderado por', 'Geführt von'],
  session: ['session {pid}', 'sessão {pid}', 'Sitzung {pid}'],
  nobody: ['Nobody', 'Ninguém', 'Niemand'],
  sessions: ['Sessions in PostgreSQL', 'Sessões no PostgreSQL', 'Sitzungen in PostgreSQL'],
  application: ['For', 'Para', 'Für'],
  active: ['Active', 'Ativas', 'Aktiv'],
  idle: ['Idle', 'Ociosas', 'Untätig'],
  other: ['Other', 'Outras', 'Andere'],
  routes: ['Busiest routes', 'Rotas mais usadas', 'Meistgenutzte Routen'],
  route: ['Route', 'Rota', 'Route'],
  failed: ['5xx', '5xx', '5xx'],
  mean: ['Mean', 'Média', 'Mittel'],
  p99: ['99th percentile', 'Percentil 99', '99. Perzentil'],
  upTo: ['up to {ms} ms', 'até {ms} ms', 'bis {ms} ms'],
  longer: ['over 10 s', 'mais de 10 s', 'über 10 s'],
  noRoutes: ['No requests yet', 'Nenhum pedido ainda', 'Noch keine Anfragen'],
  noRoutesText: [
    'This process has just started.',
    'Este processo acabou de iniciar.',
    'Dieser Prozess ist gerade gestartet.',
  ],
  nobodyElse: ['No processes found', 'Nenhum processo à vista', 'Kein Prozess zu sehen'],
  nobodyElseText: [
    'A process is listed once it takes part in a leader election.',
    'Um processo aparece quando se candidata a algo.',
    'Ein Prozess zeigt sich, sobald er für etwas antritt.',
  ],
} as const satisfies Record<string, Triple>;

type Key = keyof typeof triples;
export type HealthTexts = Readonly<Record<Key, string>>;

const pick = (index: 0 | 1 | 2) =>
  Object.fromEntries(Object.entries(triples).map(([key, triple]) => [key, triple[index]])) as HealthTexts;

export const healthTexts: Readonly<Record<Language, HealthTexts>> = { en: pick(0), pt: pick(1), de: pick(2) };

export const healthWords = {
  section: { en: 'Operations', pt: 'Operação', de: 'Betrieb' },
  jobs: { en: 'Jobs', pt: 'Tarefas', de: 'Aufgaben' },
  jobsHint: {
    en: 'Failed jobs, and retries.',
    pt: 'O que falhou, e tentar de novo.',
    de: 'Was gescheitert ist, und erneut versuchen.',
  },
  faultGone: {
    en: 'This job is no longer waiting: it is running or done.',
    pt: 'Esta tarefa não espera mais: foi feita ou está em execução.',
    de: 'Diese Aufgabe wartet nicht mehr: Sie ist erledigt oder läuft.',
  },
  retried: { en: 'Job tried again', pt: 'Tarefa tentada de novo', de: 'Aufgabe neu versucht' },
  health: { en: 'Health', pt: 'Saúde', de: 'Zustand' },
  healthHint: {
    en: 'Processes, requests, memory, leaders.',
    pt: 'Processos, pedidos, memória, líderes.',
    de: 'Prozesse, Anfragen, Speicher, wer was führt.',
  },
} as const satisfies Record<string, Words>;
