/** A conversation: lines alternate, except that a line beginning with `+` is by the same person as the one before. */
export type Script = readonly string[];

/** `{event}` is an event to which both go, `{me}` the first name of the person who writes first, `{you}` the other's. */
export const eventScripts: readonly Script[] = [
  [
    'Oi, {you}! Vi que você também confirmou: {event}',
    'Vou! Você já foi em outra edição?',
    'Fui e fiquei até o fim. Chega cedo, que depois enche',
    'Boa dica. Te procuro lá perto da entrada então',
    'Combinado. Estarei de camisa verde 🙂',
  ],
  [
    'Você conhece alguém que vai? {event}, no caso',
    'Ninguém ainda. Só você, pelo visto haha',
    'Então já somos dois',
    '+Quer ir junto? Posso te encontrar no metrô',
    'Quero. Te aviso quando sair de casa',
    'Fechado!',
  ],
  [
    '{event}: vale a pena?',
    'Vale muito. Da outra vez voltei com dor no rosto de tanto rir',
    'Me convenceu. E dá para comer alguma coisa por ali?',
    'Tem um boteco ótimo na esquina, o dono conhece todo mundo',
    'Se você for, eu vou',
  ],
  [
    'Oi! {event}: você conseguiu confirmar presença?',
    'Oi, {me}! Sim, confirmei aqui e já apareceu na minha agenda',
    'Deu certo, valeu pela ajuda!',
    'Nos vemos lá 😄',
  ],
];

export const scripts: readonly Script[] = [
  [
    'Oi, {you}, tudo bem? Você toca alguma coisa?',
    'Oi! Tudo ótimo. Tenho o violão da minha avó e finjo que toco',
    'Hahaha então somos dois. Eu finjo no cavaquinho',
    'Precisamos de alguém que toque de verdade',
    'Roda de samba na sexta? Lá sempre aparece alguém',
    'Topo! Que horas?',
    'Umas sete',
  ],
  [
    'Pergunta importante, {you}: você gosta de futebol?',
    'Gosto, mas torço pelo time errado 😄',
    'O meu também é',
    'Então você entende de sofrimento',
    'Profissional. Domingo tem jogo, aliás',
    'Nem me fala. Vou fingir que é um dia normal',
  ],
  [
    'Qual é o melhor café do seu bairro?',
    'O da esquina da feira. O pão na chapa é imbatível',
    'Mais do que o pão de queijo?',
    'Ousada a pergunta',
    '+Mas sim',
    'Preciso de provas. Sábado de manhã?',
    'Sábado às dez. Eu pago o primeiro',
    'E eu o segundo',
  ],
  [
    'Oi! Você é da cidade mesmo?',
    'Cheguei faz três meses. Ainda me perco no ônibus',
    'Eu moro aqui há dez anos e também me perco',
    'Ufa, então não sou só eu kkk',
    'Se quiser, te mostro o centro a pé. É mais bonito do que parece',
    'Quero muito. Semana que vem estou livre na quarta',
    'Quarta então. Te mando o ponto de encontro na terça',
  ],
  ['Oi, {you}!', 'Oi, {me}! Que bom que deu match 😊', 'Né? Como foi seu dia?'],
  [
    'Você também acha que o filme de ontem no parque foi longo demais?',
    'Dormi nos últimos vinte minutos',
    'Sabia que era você roncando',
    'Mentira!',
    'Um pouquinho. Mas foi simpático',
  ],
  [
    'Bom dia! Sobreviveu à chuva de ontem?',
    'Cheguei em casa como um peixe. E você?',
    'Esperei passar na livraria. Saí com três livros que não precisava',
    'Ninguém precisa de três livros. Precisa de cinco',
    'Gosto do seu jeito de pensar',
    '+Qual foi o último que você leu de uma vez só?',
    'Um de contos da Clarice. E olha que era domingo de sol',
  ],
  [
    'Pergunta séria: coentro, sim ou não?',
    'Sim. Em tudo. Inclusive na vida',
    'Ufa. Podemos continuar a conversa',
    'E se eu dissesse não?',
    'Eu teria que pensar no caso',
  ],
  [
    'Oi, {you}! Você tem cachorro?',
    'Tenho. Ele é o dono da casa, eu só pago as contas',
    'Então diz para ele que o meu quer passear no parque',
    'Ele respondeu com o rabo. É um sim',
    'Domingo cedo, antes do sol forte?',
    'Às oito no portão de cima',
  ],
  [
    'Oi, tudo bem por aí?',
    'Tudo! Correria de fim de mês. E você?',
    'Igual. Mas sexta acaba',
    '+Bora comemorar?',
  ],
];

/** A conversation whose last lines are by the person who is then reported. */
export interface Incident {
  category: string;
  reason: string;
  script: Script;
  /** Hours before now at which the report was made. */
  hoursAgo: number;
  /** The report has a copy of the reported person's picture. */
  withPhoto?: boolean;
}

export const incidents: readonly Incident[] = [
  {
    category: 'harassment',
    reason: 'Depois que eu disse não, continuou insistindo e me ameaçou. Estou com medo de ir ao evento.',
    script: [
      'Oi! Vamos nos ver hoje?',
      'Oi! Hoje não consigo, desculpa',
      'Sempre uma desculpa',
      'Não é desculpa, eu trabalho até tarde',
      'Sei onde você trabalha. Vou passar lá',
      'Por favor, não faça isso',
      'Você vai se arrepender de me ignorar',
    ],
    hoursAgo: 1,
  },
  {
    category: 'scam',
    reason: 'Pediu dinheiro por Pix no segundo dia de conversa.',
    script: [
      'Oi, tudo bem? Gostei do jeito que você escreve',
      'Valeu! E você trabalha com o quê?',
      'Importação. Olha, tive um problema com o meu cartão',
      '+Consegue me adiantar 300 no Pix? Devolvo amanhã com juros',
      'Desculpa, não faço isso',
      'É rápido, confia. Manda para a chave que vou passar',
    ],
    hoursAgo: 20,
  },
  {
    category: 'fake',
    reason: 'As fotos são de outra pessoa. Na chamada de vídeo apareceu alguém bem diferente.',
    script: [
      'Que bom falar com você, {you}',
      'Igualmente! Faz uma chamada rápida mais tarde?',
      'Minha câmera está quebrada há meses',
    ],
    hoursAgo: 44,
    withPhoto: true,
  },
  {
    category: 'spam',
    reason: 'Só manda propaganda de uma loja.',
    script: [
      'Bolsas com 40% hoje! Link no perfil',
      'Oi? Achei que era uma conversa',
      'Frete grátis até meia-noite!!',
    ],
    hoursAgo: 70,
  },
];

/** Reports that have led to a suspension, with the appeal of the suspended person. */
export const suspensions: readonly (Incident & {
  decision: string;
  note: string;
  /** Null is permanent. */
  days: number | null;
  appeal: string;
})[] = [
  {
    category: 'hate',
    reason: 'Me xingou por causa do meu sotaque.',
    script: ['Você fala engraçado', 'É o sotaque daqui 🙂', 'Gente como você devia voltar para a sua terra'],
    hoursAgo: 90,
    decision: 'Ofensas por causa da origem de outra pessoa.',
    note: 'Mensagens inequívocas.',
    days: 30,
    appeal: 'Foi uma piada de mau gosto e eu já pedi desculpas. Peço que revejam o prazo.',
  },
  {
    category: 'scam',
    reason: 'Oferece investimento com lucro garantido e pede depósito.',
    script: [
      'Você já investe? Tenho um grupo que rende 20% por mês',
      'Isso não existe haha',
      'Existe sim. O depósito mínimo é de 500, te passo os dados',
    ],
    hoursAgo: 120,
    decision: 'Pedidos de dinheiro a outros membros.',
    note: 'Textos iguais em três conversas.',
    days: null,
    appeal: 'A minha conta foi usada por outra pessoa naquela noite. Já troquei a senha do e-mail.',
  },
  {
    category: 'spam',
    reason: 'Mandou a mesma mensagem de divulgação para todo mundo do evento.',
    script: [
      'Festa na minha casa, 50 reais, só hoje!',
      'Não quero, valeu',
      'Festa na minha casa, 50 reais, só hoje!',
    ],
    hoursAgo: 60,
    decision: 'Propaganda em massa nas conversas.',
    note: 'Primeira vez.',
    days: 14,
    appeal: 'Não sabia que era proibido divulgar a festa. Não vai se repetir.',
  },
];

/** Reports of an event, by its position in the town. */
export const eventReports = [
  {
    event: 4,
    category: 'other',
    reason: 'O endereço está errado, esse número não existe na rua.',
    hoursAgo: 6,
  },
  {
    event: 9,
    category: 'scam',
    reason: 'Cobraram outro preço na entrada, diferente do anunciado.',
    hoursAgo: 28,
  },
] as const;
