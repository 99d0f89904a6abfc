import type { Words } from '../../../platform/http/language.ts';
import { defineTexts, words } from '../parts/define-texts.ts';

export const rateTexts = defineTexts({
  title: ['Rates', 'Cotações', 'Kurse'],
  lead: [
    'Current buying and selling prices of each coin.',
    'Quanto uma moeda custa agora e quanto você recebe por ela.',
    'Was ein Coin Sie jetzt kostet und was Sie dafür bekommen.',
  ],
  pair: ['Pair', 'Par', 'Paar'],
  buy: ['You pay', 'Você paga', 'Sie zahlen'],
  sell: ['You get', 'Você recebe', 'Sie bekommen'],
  spread: ['Spread', 'Spread', 'Spanne'],
  markets: ['Markets', 'Mercados', 'Märkte'],
  best: ['Best at the moment', 'Melhor no momento', 'Im Moment am besten'],
  middle: ['Mid price of the markets', 'Meio dos mercados', 'Mitte der Märkte'],
  noRate: ['No fresh price', 'Sem preço atual', 'Kein frischer Preis'],
  range: ['Range', 'Período', 'Zeitraum'],
  history: ['{pair}, euros for one coin', '{pair}, euros por moeda', '{pair}, Euro für einen Coin'],
  price: ['Price', 'Preço', 'Preis'],
  high: ['Highest', 'Máximo', 'Höchster'],
  low: ['Lowest', 'Mínimo', 'Tiefster'],
  noHistory: ['No history yet', 'Sem histórico ainda', 'Noch kein Verlauf'],
  noHistoryText: [
    'The first point comes within a minute, and then one every minute.',
    'O primeiro ponto chega em um minuto, e depois um por minuto.',
    'Der erste Punkt kommt binnen einer Minute, danach jede Minute einer.',
  ],
  market: ['Market', 'Mercado', 'Markt'],
  bid: ['Bid', 'Compra', 'Geld'],
  ask: ['Ask', 'Venda', 'Brief'],
  age: ['Heard', 'Ouvido', 'Gehört'],
  counts: ['Counts', 'Conta', 'Zählt'],
  noMarkets: [
    'No market has sent a price for a day.',
    'Nenhum mercado foi ouvido em um dia.',
    'Seit einem Tag wurde kein Markt gehört.',
  ],
});

export const rangeWords: Record<string, Words> = {
  day: words('Day', 'Dia', 'Tag'),
  week: words('Week', 'Semana', 'Woche'),
  month: words('Month', 'Mês', 'Monat'),
  year: words('Year', 'Ano', 'Jahr'),
};

export const verdictWords: Record<string, Words> = {
  counts: words('Counts', 'Conta', 'Zählt'),
  stale: words('Too old', 'Antigo demais', 'Zu alt'),
  crossed: words('Invalid', 'Sem sentido', 'Ergibt keinen Sinn'),
  outlying: words('Left out', 'Deixado de fora', 'Bleibt außen vor'),
};
