import { words, defineTexts } from '../parts/define-texts.ts';

export const treasuryTexts = defineTexts({
  treasury: ['Treasury', 'Tesouraria', 'Kasse'],
  lead: [
    'What lies in the wallets, and what others can ask for.',
    'O que há nas carteiras e o que os outros podem pedir.',
    'Was in den Wallets liegt, und was andere verlangen können.',
  ],
  wallets: ['Hot wallets', 'Carteiras quentes', 'Hot Wallets'],
  walletsText: [
    'By the books, less what signed payouts take.',
    'Pelos livros, menos o que as saídas assinadas levam.',
    'Nach den Büchern, abzüglich dessen, was signierte Auszahlungen nehmen.',
  ],
  balance: ['Balance', 'Saldo', 'Bestand'],
  waiting: ['Waiting to leave', 'A enviar', 'Wartet auf Versand'],
  payoutsCount: ['{count} payouts', '{count} saídas', '{count} Auszahlungen'],
  heldFor: ['Held for others', 'Retido para outros', 'Für andere gehalten'],
  ceiling: ['Ceiling', 'Teto', 'Obergrenze'],
  coldAddress: ['Cold address', 'Endereço frio', 'Kalte Adresse'],
  noCeiling: ['none', 'nenhum', 'keine'],
  frozen: ['Frozen', 'Congelada', 'Eingefroren'],
  open: ['Open', 'Aberta', 'Offen'],
  short: ['Short', 'Insuficiente', 'Zu wenig'],
  off: ['Off', 'Desligada', 'Aus'],
  frozenBy: [
    '{coin} is frozen by {by}: {reason}',
    '{coin} congelada por {by}: {reason}',
    '{coin} eingefroren von {by}: {reason}',
  ],
  freeze: ['Freeze', 'Congelar', 'Einfrieren'],
  freezeTitle: [
    'Freeze payouts of {coin}?',
    'Congelar saídas de {coin}?',
    'Auszahlungen in {coin} einfrieren?',
  ],
  freezeText: [
    '{count} payouts of {amount} that wait are not signed, in no process, from this moment. {signed} that are signed already go on: nobody can stop them. New requests are taken and wait. Nothing is lost.',
    '{count} saídas de {amount} que aguardam não são assinadas, em nenhum processo, a partir deste momento. {signed} já assinadas continuam: ninguém pode pará-las. Novos pedidos são aceitos e aguardam. Nada se perde.',
    '{count} wartende Auszahlungen über {amount} werden ab sofort in keinem Prozess signiert. {signed} schon signierte laufen weiter: Niemand kann sie aufhalten. Neue Aufträge werden angenommen und warten. Nichts geht verloren.',
  ],
  thaw: ['Thaw', 'Descongelar', 'Auftauen'],
  thawTitle: [
    'Let payouts of {coin} go on?',
    'Deixar as saídas de {coin} seguirem?',
    'Auszahlungen in {coin} weiterlaufen lassen?',
  ],
  thawText: [
    '{count} payouts of {amount} are signed as far as the wallet’s {balance} reach. What the chain has by now counts as looked at: compare first whether any of them was paid already.',
    '{count} saídas de {amount} são assinadas até onde os {balance} da carteira alcançarem. O que a blockchain tem até agora conta como conferido: compare antes se alguma já foi paga.',
    '{count} Auszahlungen über {amount} werden signiert, soweit die {balance} der Wallet reichen. Was die Blockchain bis jetzt hat, gilt als geprüft: Vergleichen Sie zuerst, ob etwas davon schon bezahlt wurde.',
  ],
  exposure: ['Exposure', 'Exposição', 'Verpflichtungen'],
  exposureText: [
    'What payment providers and open payouts can ask for, against what is there.',
    'O que provedores e saídas abertas podem pedir, contra o que existe.',
    'Was Zahlungsanbieter und offene Auszahlungen verlangen können, gegen das, was da ist.',
  ],
  owed: ['Owed', 'Devido', 'Geschuldet'],
  hot: ['Hot', 'Quente', 'Heiß'],
  cold: ['Cold', 'Frio', 'Kalt'],
  outside: ['Bank', 'Banco', 'Bank'],
  own: ['The house’s own', 'Próprio da casa', 'Eigenes'],
  total: ['The house’s own, all together', 'Próprio da casa, tudo junto', 'Eigenes, alles zusammen'],
  noPrice: ['no price', 'sem preço', 'kein Kurs'],
  history: [
    'Hot wallets, 30 days, at today’s prices',
    'Carteiras quentes, 30 dias, a preços de hoje',
    'Hot Wallets, 30 Tage, zu heutigen Kursen',
  ],
  day: ['Day', 'Dia', 'Tag'],
  noHistory: ['No coins were booked yet', 'Nenhuma moeda lançada ainda', 'Noch keine Coins gebucht'],
  noHistoryText: [
    'The chart begins with the first coins that come or go.',
    'O gráfico começa com as primeiras moedas que entrarem ou saírem.',
    'Das Diagramm beginnt mit den ersten Coins, die kommen oder gehen.',
  ],
  ceilings: ['Ceilings and cold storage', 'Tetos e armazenamento frio', 'Obergrenzen und kalte Verwahrung'],
  ceilingsText: [
    'What can be spent above the ceiling goes to the cold address by itself. One person proposes it, another approves it.',
    'O que pode ser gasto acima do teto vai sozinho ao endereço frio. Uma pessoa propõe, outra aprova.',
    'Was über der Obergrenze ausgegeben werden kann, geht von selbst an die kalte Adresse. Eine Person schlägt es vor, eine andere gibt es frei.',
  ],
  proposeCeiling: ['Propose a ceiling', 'Propor um teto', 'Obergrenze vorschlagen'],
  ceilingHint: [
    'Without amount and address: no ceiling any more.',
    'Sem valor e endereço: sem teto.',
    'Ohne Betrag und Adresse: keine Obergrenze mehr.',
  ],
  propose: ['Propose', 'Propor', 'Vorschlagen'],
  proposedBy: ['Proposed by', 'Proposto por', 'Vorgeschlagen von'],
  removeCeiling: ['No ceiling', 'Sem teto', 'Keine Obergrenze'],
  approveCeilingTitle: [
    'Approve this ceiling of {coin}?',
    'Aprovar este teto de {coin}?',
    'Diese Obergrenze für {coin} freigeben?',
  ],
  approveCeilingText: [
    'The wallet keeps {ceiling} and what waiting payouts need. At present {excess} are above it and go to {address} within minutes, less the network’s fee.',
    'A carteira mantém {ceiling} e o que as saídas pendentes precisam. No momento, {excess} estão acima e vão para {address} em minutos, menos a taxa da rede.',
    'Die Wallet behält {ceiling} und was wartende Auszahlungen brauchen. Zurzeit liegen {excess} darüber und gehen binnen Minuten an {address}, abzüglich der Netzwerkgebühr.',
  ],
  approveNoneText: [
    'Nothing goes to the cold wallet by itself any more.',
    'Nada mais vai sozinho para a carteira fria.',
    'Nichts geht mehr von selbst in die kalte Wallet.',
  ],
  ownProposal: [
    'Yours: somebody else decides.',
    'Sua: outra pessoa decide.',
    'Ihrer: Jemand anderes entscheidet.',
  ],
});

export const ceilingFaults = {
  own_proposal: words(
    'It takes another person than the one who proposed it.',
    'É preciso outra pessoa, diferente de quem propôs.',
    'Es braucht eine andere Person als die, die es vorgeschlagen hat.',
  ),
  decided: words('That was decided already.', 'Isso já foi decidido.', 'Das wurde schon entschieden.'),
};
