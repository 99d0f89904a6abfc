import { words, defineTexts } from '../parts/define-texts.ts';

export const chainTexts = defineTexts({
  title: ['Chains and markets', 'Blockchains e mercados', 'Blockchains und Märkte'],
  lead: [
    'State of the networks and the markets. Updated every two seconds.',
    'O que se lê das redes e o que os mercados dizem. Redesenhado a cada dois segundos.',
    'Was aus den Netzwerken gelesen wird, und was Märkte sagen. Alle zwei Sekunden neu gezeichnet.',
  ],
  chains: ['Chains', 'Blockchains', 'Blockchains'],
  network: ['Network', 'Rede', 'Netzwerk'],
  height: ['Height', 'Altura', 'Höhe'],
  lag: ['To read', 'A ler', 'Zu lesen'],
  blocks: ['Blocks: {count}', 'Blocos: {count}', 'Blöcke: {count}'],
  read: ['Read', 'Lida', 'Gelesen'],
  feeRate: ['Fee rate', 'Taxa por unidade', 'Gebührensatz'],
  reader: ['Reader', 'Leitor', 'Leser'],
  session: ['session {pid}', 'sessão {pid}', 'Sitzung {pid}'],
  sessionFrom: ['session {pid} from {address}', 'sessão {pid} de {address}', 'Sitzung {pid} von {address}'],
  simulated: ['simulated', 'simulada', 'simuliert'],
  nobody: ['nobody', 'ninguém', 'niemand'],
  fine: ['Up to date', 'Lida até o fim', 'Bis zum Ende gelesen'],
  behind: ['Catching up', 'Alcançando', 'Holt auf'],
  late: ['Not read for long', 'Sem leitura há tempo', 'Lange nicht gelesen'],
  unread: ['No reader', 'Ninguém a lê', 'Niemand liest sie'],
  stopped: ['Stopped', 'Parada', 'Steht'],
  off: ['Off', 'Desligada', 'Aus'],
  noChains: ['No chain was read yet', 'Nenhuma blockchain lida ainda', 'Noch keine Blockchain gelesen'],
  noChainsText: [
    'Set a node in the settings. Reading starts with its newest block.',
    'Indique um nó nas configurações e a leitura começa pelo bloco mais novo.',
    'Nennen Sie einen Knoten in den Einstellungen, dann beginnt das Lesen mit seinem neuesten Block.',
  ],
  venues: ['Markets', 'Mercados', 'Märkte'],
  venue: ['Market', 'Mercado', 'Markt'],
  pair: ['Pair', 'Par', 'Paar'],
  bid: ['Bid', 'Compra', 'Geld'],
  ask: ['Ask', 'Venda', 'Brief'],
  heard: ['Heard', 'Ouvido', 'Gehört'],
  counts: ['Counts', 'Conta', 'Zählt'],
  stale: ['Too old', 'Antigo demais', 'Zu alt'],
  crossed: ['Crossed', 'Cruzado', 'Gekreuzt'],
  idle: ['Left out', 'Fora', 'Bleibt außen vor'],
  silent: ['No data yet', 'Nunca ouvido', 'Nie gehört'],
  notAsked: ['No longer queried', 'Não mais consultado', 'Nicht mehr gefragt'],
  noVenues: ['No markets', 'Nenhum mercado é consultado', 'Kein Markt wird gefragt'],
  noVenuesText: [
    'Without markets there are no prices. Set RATE_VENUES.',
    'Sem mercados não há preços: indique alguns em RATE_VENUES.',
    'Ohne Märkte keine Kurse: Nennen Sie welche in RATE_VENUES.',
  ],
});

/** Explanations of a chain's faults and their remedies. */
export const chainFaults: Readonly<Record<string, ReturnType<typeof words>>> = {
  node_away: words(
    'The node does not answer. Check the node, its address and its password.',
    'O nó não responde: verifique o nó, o endereço e a senha.',
    'Der Knoten antwortet nicht: Sehen Sie nach ihm, seiner Adresse und seinem Passwort.',
  ),
  node_behind: words(
    'The node is behind the blocks read before. Wait; nothing is reverted.',
    'O nó tem uma parte mais antiga do que já foi lido: espere, nada é desfeito.',
    'Der Knoten hat einen älteren Teil des Gelesenen: Warten Sie, nichts wird rückgängig gemacht.',
  ),
  history_missing: words(
    'The node has deleted blocks that were not read yet. Let it download its history.',
    'O nó não tem mais o que ainda não foi lido: deixe-o buscar o histórico.',
    'Der Knoten hat nicht mehr, was noch nicht gelesen war: Lassen Sie ihn seine Geschichte holen.',
  ),
  node_moved: words(
    'The node’s answers contradict each other. Several nodes behind one address must agree.',
    'O nó muda enquanto é consultado: vários atrás de um endereço precisam concordar.',
    'Der Knoten ändert sich, während er gefragt wird: Mehrere hinter einer Adresse müssen übereinstimmen.',
  ),
  reorganising: words(
    'A long reorganisation is being read. Wait.',
    'Uma reorganização longa está lida pela metade: espere.',
    'Eine lange Reorganisation ist halb gelesen: Warten Sie.',
  ),
  deep_reorganisation: words(
    'The node has none of the newest 1 000 blocks. It probably belongs to another network or is new.',
    'O nó não tem nenhum dos 1 000 blocos mais novos: quase sempre é de outra rede, ou novo.',
    'Der Knoten hat keinen der neuesten 1 000 Blöcke: Fast immer gehört er zu einem anderen Netzwerk oder ist neu.',
  ),
  not_stored: words(
    'PostgreSQL did not store the blocks. The log shows the reason.',
    'O PostgreSQL não aceitou o que foi lido: o log diz por quê.',
    'PostgreSQL hat das Gelesene nicht angenommen: Das Log sagt, warum.',
  ),
};
