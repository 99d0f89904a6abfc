import type { Language } from '../http/language.ts';

export interface HomeTexts {
  /** Title of the window. */
  title: string;
  lead: string;
  sandbox: string;
  production: string;
  states: Readonly<Record<'starting' | 'ready' | 'stopping', string>>;
  version: string;
  console: string;
  consoleLead: string;
  reference: string;
  referenceLead: string;
  mailbox: string;
  mailboxLead: string;
  problems: string;
  problemsLead: string;
  services: string;
  document: string;
  /** `{place}` is the folder of the tour. */
  tour: string;
  languages: string;
  links: string;
  code: string;
  status: string;
  meaning: string;
}

export const homeTexts: Readonly<Record<Language, HomeTexts>> = {
  en: {
    title: 'Praça: payments, accounts and people on one square',
    lead: 'Payments, accounts and people, on one square and on your own machine.',
    sandbox: 'Sandbox: test money',
    production: 'Production',
    states: { starting: 'Starting', ready: 'Ready', stopping: 'Stopping' },
    version: 'Version',
    console: 'Open the console',
    consoleLead: 'Payments, payouts, people and everything that needs attention.',
    reference: 'API reference',
    referenceLead: 'Every operation, to read and to try.',
    mailbox: 'Mailbox',
    mailboxLead: 'Every mail that this sandbox sends.',
    problems: 'Error codes',
    problemsLead: 'The meaning of each code.',
    services: 'Services',
    document: 'OpenAPI document',
    tour: 'A tour of each service, command by command, is in {place} of the source.',
    languages: 'Language',
    links: 'Where to go',
    code: 'Code',
    status: 'Status',
    meaning: 'Meaning',
  },
  pt: {
    title: 'Praça: pagamentos, contas e pessoas numa só praça',
    lead: 'Pagamentos, contas e pessoas, numa só praça e na sua própria máquina.',
    sandbox: 'Sandbox: dinheiro de teste',
    production: 'Produção',
    states: { starting: 'Iniciando', ready: 'Pronto', stopping: 'Encerrando' },
    version: 'Versão',
    console: 'Abrir o console',
    consoleLead: 'Pagamentos, saídas, pessoas e tudo o que pede atenção.',
    reference: 'Referência da API',
    referenceLead: 'Todas as operações, para ler e experimentar.',
    mailbox: 'Caixa de e-mail',
    mailboxLead: 'Todos os e-mails que este sandbox envia.',
    problems: 'Códigos de erro',
    problemsLead: 'O que cada um significa.',
    services: 'O que roda aqui',
    document: 'Documento OpenAPI',
    tour: 'Um passeio por cada serviço, comando a comando, está em {place} no código-fonte.',
    languages: 'Idioma',
    links: 'Para onde ir',
    code: 'Código',
    status: 'Status',
    meaning: 'Significado',
  },
  de: {
    title: 'Praça: Zahlungen, Konten und Menschen auf einem Platz',
    lead: 'Zahlungen, Konten und Menschen, auf einem Platz und auf der eigenen Maschine.',
    sandbox: 'Sandbox: Testgeld',
    production: 'Produktion',
    states: { starting: 'Startet', ready: 'Bereit', stopping: 'Hält an' },
    version: 'Version',
    console: 'Konsole öffnen',
    consoleLead: 'Zahlungen, Auszahlungen, Menschen und alles, was eine Hand braucht.',
    reference: 'API-Referenz',
    referenceLead: 'Alle Operationen, zum Lesen und Ausprobieren.',
    mailbox: 'Postfach',
    mailboxLead: 'Jede Mail, die diese Sandbox verschickt.',
    problems: 'Fehlercodes',
    problemsLead: 'Was jeder von ihnen bedeutet.',
    services: 'Was hier läuft',
    document: 'OpenAPI-Dokument',
    tour: 'Eine Führung durch jeden Dienst, Befehl für Befehl, liegt in {place} des Quelltexts.',
    languages: 'Sprache',
    links: 'Wohin',
    code: 'Code',
    status: 'Status',
    meaning: 'Bedeutung',
  },
};
