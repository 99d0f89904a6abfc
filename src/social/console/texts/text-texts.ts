import type { Words } from '../../../platform/http/language.ts';
import type { TextKind } from '../../publishing/presentation/texts.rules.ts';

export const textTexts = {
  texts: { en: 'Terms and presentation', pt: 'Termos e apresentação', de: 'Bedingungen und Vorstellung' },
  textsHint: {
    en: 'Texts that the app shows to new users, in three languages.',
    pt: 'O que o app diz a quem chega, em três idiomas.',
    de: 'Was die App Neuen sagt, in drei Sprachen.',
  },
  text: { en: 'Text', pt: 'Texto', de: 'Text' },
  language: { en: 'Language', pt: 'Idioma', de: 'Sprache' },
  version: { en: 'Version', pt: 'Versão', de: 'Fassung' },
  published: { en: 'Published', pt: 'Publicada', de: 'Veröffentlicht' },
  never: { en: 'not yet', pt: 'ainda não', de: 'noch nicht' },
  versions: { en: 'Versions', pt: 'Versões', de: 'Fassungen' },
  show: { en: 'Show', pt: 'Mostrar', de: 'Zeigen' },
  fallback: {
    en: 'Readers of a language without a text get the English one.',
    pt: 'Quem lê um idioma sem texto recebe o inglês.',
    de: 'Wer eine Sprache ohne Text liest, bekommt den englischen.',
  },
  newVersion: { en: 'New version', pt: 'Nova versão', de: 'Neue Fassung' },
  newVersionHint: {
    en: 'Plain text. The next step shows the changes. Nothing is published until then.',
    pt: 'Texto simples. O próximo passo mostra o que muda; nada é publicado antes.',
    de: 'Reiner Text. Der nächste Schritt zeigt, was sich ändert; vorher wird nichts veröffentlicht.',
  },
  compare: { en: 'Show changes', pt: 'Mostrar o que muda', de: 'Zeigen, was sich ändert' },
  changes: { en: 'Changes', pt: 'O que muda', de: 'Was sich ändert' },
  changesLead: {
    en: 'Lines added: {added}. Lines removed: {gone}.',
    pt: 'Linhas que entram: {added}. Linhas que saem: {gone}.',
    de: 'Zeilen, die kommen: {added}. Zeilen, die gehen: {gone}.',
  },
  nothing: { en: 'Nothing changes', pt: 'Nada muda', de: 'Nichts ändert sich' },
  nothingText: {
    en: 'This text is already published.',
    pt: 'É o texto que já está publicado.',
    de: 'Es ist der Text, der schon veröffentlicht ist.',
  },
  publish: {
    en: 'Publish version {version}',
    pt: 'Publicar a versão {version}',
    de: 'Fassung {version} veröffentlichen',
  },
  back: { en: 'Continue editing', pt: 'Continuar escrevendo', de: 'Weiter schreiben' },
  page: { en: 'Page {number}', pt: 'Página {number}', de: 'Seite {number}' },
  photo: { en: 'Address of the picture', pt: 'Endereço da imagem', de: 'Adresse des Bildes' },
  description: { en: 'Text of the page', pt: 'Texto da página', de: 'Text der Seite' },
  pagesHint: {
    en: 'Empty pages are left out.',
    pt: 'Páginas vazias são deixadas de fora.',
    de: 'Leere Seiten werden weggelassen.',
  },
} as const satisfies Record<string, Words>;

export const kindOfText: Readonly<Record<TextKind, Words>> = {
  terms: { en: 'Terms', pt: 'Termos', de: 'Bedingungen' },
  presentation: { en: 'Presentation', pt: 'Apresentação', de: 'Vorstellung' },
};

export const textActs = {
  'text.compared': { en: 'Versions compared', pt: 'Versões comparadas', de: 'Fassungen verglichen' },
  'text.published': { en: 'Version published', pt: 'Versão publicada', de: 'Fassung veröffentlicht' },
} as const satisfies Record<string, Words>;

export const textRefusals = {
  text_changed: {
    en: 'Another person has published a new version. Your text is still here: compare it with the new version.',
    pt: 'Outra pessoa publicou outra versão nesse meio-tempo. O que você escreveu ainda está aqui: compare com a nova.',
    de: 'Jemand anders hat inzwischen eine andere Fassung veröffentlicht. Was Sie geschrieben haben, steht noch hier: Vergleichen Sie es mit der neuen.',
  },
} as const satisfies Record<string, Words>;

/** By their names in the API. */
export const textFields: Readonly<Record<string, Words>> = {
  body: textTexts.newVersion,
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`${index}.description`, textTexts.description]),
  ),
};
